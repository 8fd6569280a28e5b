// Tables that are wider than the screen scroll: with the keyboard, too.
document$.subscribe(() => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) table.tabIndex = 0;
  opened();
});

// What a link leads to is opened.
function opened() {
  const target = document.getElementById(location.hash.slice(1));
  for (let around = target?.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
}
addEventListener("hashchange", opened);

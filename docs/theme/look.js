// Tables that are wider than the screen scroll: with the keyboard, too.
document$.subscribe(() => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) table.tabIndex = 0;
});

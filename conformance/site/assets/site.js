// The interactive parts of the pages: ages of evidence, themes, filters, arrow keys, highlighted fields.
"use strict";

const DAY = 86400000;
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

function age(date) {
  const days = Math.floor((Date.now() - Date.parse(date)) / DAY);
  if (!(days >= 0)) return "";
  if (days < 1) return "today";
  if (days < 60) return days === 1 ? "1 day old" : `${days} days old`;
  const months = Math.round(days / 30.4);
  return months < 24 ? `${months} months old` : `${Math.round(days / 365)} years old`;
}

function showAges() {
  for (const time of all("time")) {
    const words = age(time.dateTime);
    if (words) time.title = words;
    if (words && time.closest(".facts, .cells")) time.append(`, ${words}`);
  }
}

function startTheme() {
  const button = byId("theme"), root = document.documentElement;
  const dark = () => root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const name = () => { button.textContent = dark() ? "Light" : "Dark"; button.setAttribute("aria-label", `Use ${dark() ? "light" : "dark"} colours`); };
  button.hidden = false;
  name();
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    remember("theme", root.dataset.theme);
    name();
  });
}

function remembered(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* a browser that keeps nothing */ }
}

// Returns the values of a form as text for the fragment of an address (after the #). `restore` reads this text.
function saved(form) {
  const fields = new URLSearchParams();
  for (const control of form.elements) {
    const value = control.type === "checkbox" ? (control.checked ? "1" : "") : control.value;
    if (control.name && value) fields.set(control.name, value);
  }
  return fields.toString();
}

function restore(form) {
  const fields = new URLSearchParams(location.hash.slice(1));
  for (const control of form.elements) {
    if (!control.name) continue;
    if (control.type === "checkbox") control.checked = fields.get(control.name) === "1";
    else if (control.type === "search") control.value = fields.get(control.name) || "";
    else if (all("option", control).some((option) => option.value === fields.get(control.name))) control.value = fields.get(control.name);
    else control.selectedIndex = 0;
  }
}

function keep(form) {
  const hash = `#${saved(form)}`;
  byId("view").setAttribute("href", hash);
  if (location.hash !== hash && (location.hash || hash !== "#")) history.replaceState(null, "", hash);
}

// The matrix: a grid of cells that readers can filter, sort, and move through with arrow keys.
function startMatrix(table) {
  const form = byId("filters"), peek = byId("peek"), count = byId("count");
  const kept = JSON.parse(byId("states")?.textContent || "null");
  const states = kept?.cells.map(([k, g, d, l, x]) => (
    { k: kept.words[k], g: kept.words[g], d: kept.words[d], l: l.map((n) => kept.words[n]).join("; "), x }));
  const heads = all("thead th", table).slice(1).map((th, n) => ({
    th, n, provider: th.dataset.p, own: "own" in th.dataset, text: `${th.dataset.p} ${th.textContent}`.toLowerCase(), title: th.textContent.trim(),
  }));
  const rows = all("tbody tr", table).map((tr, n) => {
    const [th, ...tds] = tr.children;
    const group = tr.parentElement.dataset.g || "";
    const cells = tds.map((td) => ({ td, link: td.firstElementChild, ...stateOf(td) }));
    return { tr, th, n, cells, group, isGroup: tr.classList.contains("group"), capability: tr.dataset.c || "",
      text: `${tr.dataset.c} ${tr.dataset.w || ""} ${th.textContent}`.toLowerCase(), title: th.textContent.trim(), body: tr.parentElement };
  });
  function stateOf(td) {
    if (states) return states[td.dataset.s ?? kept.usual[td.className]];
    return { k: td.className, l: td.className.replaceAll("-", " ").replace(" ", ", ") };
  }
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];

  for (const row of rows) for (const [n, cell] of row.cells.entries()) {
    if (!cell.link || cell.link.tagName !== "A") { cell.link = null; continue; }
    const old = cell.d ? `, ${age(cell.d)}` : "";
    cell.label = `${heads[n].title}, ${row.group ? `${row.group}, ` : ""}${row.title}: ${cell.l}${old}`;
    cell.link.setAttribute("aria-label", cell.label);
    cell.link.tabIndex = -1;
    cell.at = [row, n];
    cell.link.cell = cell;
  }

  function fits(cell, want) {
    const has = (names, name) => !name || (names || "").split(" ").includes(name);
    return (want.outcome === "disagreement" ? Boolean(cell.x) : has(cell.k, want.outcome)) && has(cell.g, want.origin);
  }

  function apply() {
    const want = Object.fromEntries(new FormData(form));
    const words = want.q.toLowerCase().split(/\s+/).filter(Boolean);
    // A word that is in the name of any column filters columns. Any other word filters rows.
    const ofHeads = words.filter((word) => heads.some((head) => head.text.includes(word)));
    const ofRows = words.filter((word) => !ofHeads.includes(word));
    const cellwise = Boolean(want.outcome || want.origin);
    const headOn = heads.map((head) => (!want.provider || head.provider === want.provider) && ofHeads.every((word) => head.text.includes(word)));
    const rowOn = rows.map((row) => row.isGroup
      || ((!want.capability || row.capability === want.capability) && (!want.group || row.group === want.group)
        && ofRows.every((word) => row.text.includes(word) || row.group.includes(word))));
    const headHit = heads.map(() => 0), rowHit = rows.map(() => 0);
    let hits = 0;
    rows.forEach((row, r) => {
      if (row.isGroup || !rowOn[r]) return;
      row.cells.forEach((cell, n) => {
        const hit = headOn[n] && (!cellwise || fits(cell, want));
        if (hit) { headHit[n] += 1; rowHit[r] += 1; if (cell.link) hits += 1; }
        if (cell.link && cell.dim !== (cellwise && !hit)) { cell.dim = cellwise && !hit; cell.td.classList.toggle("dim", cell.dim); }
      });
    });
    const bodies = new Set();
    rows.forEach((row, r) => { if (!row.isGroup && rowOn[r] && rowHit[r]) bodies.add(row.body); });
    rows.forEach((row, r) => { row.tr.hidden = row.isGroup ? !bodies.has(row.body) : !(rowOn[r] && rowHit[r]); });
    const gone = heads.filter((head) => !(headOn[head.n] && headHit[head.n]));
    sheet.replaceSync(gone.length ? `${hiding(gone).join(",")}{display:none}` : "");
    const rowsLeft = rows.filter((row) => !row.isGroup && !row.tr.hidden).length;
    byId("none").hidden = rowsLeft > 0 && gone.length < heads.length;
    table.parentElement.hidden = !byId("none").hidden;
    const on = (cell) => cell.link && !cell.dim && !cell.at[0].tr.hidden && headOn[cell.at[1]] && headHit[cell.at[1]];
    if (!current || !on(current)) {
      const next = rows.flatMap((row) => row.cells).find(on);
      if (next) point(next);
    }
    count.textContent = [[rowsLeft, "row"], [heads.length - gone.length, "column"], [hits, "cell"]]
      .map(([number, what]) => `${number} ${what}${number === 1 ? "" : "s"}`).join(", ");
    keep(form);
  }

  // Selectors of columns, one for each run of neighbours, because the browser tests every cell with each selector.
  function hiding(gone) {
    const th = new Set(gone.map((head) => head.th)), runs = [];
    [...heads[0].th.parentElement.children].forEach((one, n) => {
      if (!th.has(one)) return;
      if (runs.at(-1)?.[1] === n) runs.at(-1)[1] = n + 1; else runs.push([n + 1, n + 1]);
    });
    return runs.map(([from, to]) => `#matrix tr > :nth-child(n+${from}):nth-child(-n+${to})`);
  }

  const failures = (cells) => cells.filter((cell) => (cell.k || "").split(" ").includes("broken")).length;
  function sort() {
    const how = form.elements.sort?.value;
    if (how === undefined) return;
    const ofHead = (head) => rows.map((row) => row.cells[head.n]);
    const oldest = (head) => ofHead(head).map((cell) => cell.d).filter(Boolean).sort()[0] || "9";
    const order = [...heads];
    if (how === "name") order.sort((a, b) => a.title.localeCompare(b.title));
    if (how === "failures") order.sort((a, b) => failures(ofHead(b)) - failures(ofHead(a)));
    if (how === "age") order.sort((a, b) => oldest(a).localeCompare(oldest(b)));
    if (order.some((head, n) => heads[0].th.parentElement.children[n + 1] !== head.th)) {
      heads[0].th.parentElement.append(...order.map((head) => head.th));
      for (const row of rows) row.tr.append(...order.map((head) => row.cells[head.n].td));
    }
    const down = how === "rows" ? [...rows].sort((a, b) => failures(b.cells) - failures(a.cells)) : rows;
    if (down.some((row, n) => row.body.children[n] !== row.tr)) rows[0].body.append(...down.map((row) => row.tr));
  }

  let current = null;
  function point(cell) {
    if (current) current.link.tabIndex = -1;
    current = cell;
    cell.link.tabIndex = 0;
  }
  function show(cell) {
    if (!cell) { peek.classList.remove("on"); return; }
    const [row, n] = cell.at;
    peek.replaceChildren();
    const name = document.createElement("b");
    name.textContent = `${row.title} · ${row.group ? `${row.group} · ` : ""}${heads[n].title}`;
    peek.append(name, `${cell.l}${cell.d ? `, ${cell.d}, ${age(cell.d)}` : ""}`);
    if (cell.x) { const why = document.createElement("small"); why.textContent = ` ${cell.x}`; peek.append(why); }
    peek.classList.add("on");
  }
  table.addEventListener("focusin", (event) => { const cell = event.target.cell; if (cell) { point(cell); show(cell); } });
  table.addEventListener("focusout", () => show(null));
  table.addEventListener("mouseover", (event) => show(event.target.closest("a")?.cell));
  table.addEventListener("mouseleave", () => show(null));
  table.addEventListener("keydown", (event) => {
    const cell = event.target.cell;
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (event.key === "Escape") show(null);
    if (!cell || (!step && event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    const trs = all("tbody tr", table).filter((tr) => !tr.hidden);
    const here = cell.td.parentElement;
    if (!step) {
      const links = [...here.children].filter((td) => td.offsetParent).map((td) => td.firstElementChild).filter((link) => link?.cell);
      links.at(event.key === "Home" ? 0 : -1)?.focus();
      return;
    }
    let [r, c] = [trs.indexOf(here), [...here.children].indexOf(cell.td)];
    for (;;) {
      r += step[0]; c += step[1];
      const td = trs[r]?.children[c];
      if (!td || c === 0) return;
      if (td.firstElementChild?.cell && td.offsetParent) { td.firstElementChild.focus(); return; }
    }
  });

  form.addEventListener("input", (event) => { if (event.target.name === "sort") sort(); apply(); });
  form.addEventListener("reset", () => setTimeout(() => { sort(); apply(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => { restore(form); sort(); apply(); });
  restore(form);
  sort();
  apply();
  form.parentElement.open = !matchMedia("(max-width: 46rem)").matches || location.hash.length > 1;
}

// Fields of an exchange: if the reader points at a field, all its places are highlighted.
function startFields() {
  const marks = all("mark[data-f]");
  if (!marks.length) return;
  const light = (section, field) => {
    for (const one of all("mark", section)) one.classList.toggle("on", one.dataset.f === field);
    for (const one of all("[data-show]", section)) one.setAttribute("aria-pressed", String(one.dataset.show === field));
  };
  for (const mark of marks) mark.title = mark.dataset.f;
  document.addEventListener("mouseover", (event) => {
    const mark = event.target.closest?.("mark[data-f]");
    if (mark) light(mark.closest("section, main"), mark.dataset.f);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-show]");
    if (!button) return;
    const section = button.closest("section, main"), off = button.getAttribute("aria-pressed") === "true";
    light(section, off ? null : button.dataset.show);
    if (!off) for (const pre of all("pre", section)) {
      const mark = all("mark.on", pre)[0];
      if (mark) pre.scrollTop = Math.max(0, mark.offsetTop - pre.offsetTop - 40);
    }
  });
}

function openTarget() {
  const target = byId(location.hash.slice(1));
  for (let around = target?.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
  const own = target?.querySelector(":scope > details");
  if (own) own.open = true;
  if (target) target.scrollIntoView();
}

document.documentElement.dataset.theme = remembered("theme") || "";
if (!document.documentElement.dataset.theme) delete document.documentElement.dataset.theme;
startTheme();
showAges();
startFields();
openTarget();
addEventListener("hashchange", openTarget);
// The matrix was once the first page. Old links to its views still work.
if (document.querySelector(".doors") && location.hash.includes("=")) location.replace(`matrix.html${location.hash}`);
if (byId("matrix")) startMatrix(byId("matrix"));

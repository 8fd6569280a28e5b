// A comparison of two sides, scenario by scenario. Their cases are in compare-data.js; site.js has the helpers.
"use strict";

const FIRST = 48, UNFOLDED = matchMedia("(max-width: 46rem)").matches ? 10 : 15;
const UNKNOWN = ["unknown", "undecided"];
const GRAVEST = ["silent", "broken", "raised", "works-except", "form", "declined", "unsupported"];

const OTHERWISE = "no observation shows that they are alike";

// Subjects with the same outcomes of a scenario on both sides share a row, which lists these subjects.
function* rowsOf(left, right) {
  const shared = Object.keys(left).filter((subject) => subject in right).sort();
  for (const [n, [scenario, title]] of sides.scenarios.entries()) {
    const rows = new Map();
    for (const subject of shared) {
      const [one, other] = [left, right].map((cases) => cases[subject].slice(2 * n, 2 * n + 2).padEnd(2));
      if (!`${one}${other}`.trim()) continue;
      const key = `${one}|${other}`;
      if (!rows.has(key)) rows.set(key, { scenario, title, one, other, subjects: [] });
      rows.get(key).subjects.push(subject);
    }
    yield* rows.values();
  }
}

const stateOf = (letter) => sides.states[letter.charCodeAt(0) - FIRST];
const isKnown = (letter) => letter !== " " && !UNKNOWN.includes(stateOf(letter)[0]);
// The modes that are known on both sides. If a mode is unknown on a side, the sides neither differ nor are alike in it.
const shared = ({ one, other }) => [0, 1].filter((n) => isKnown(one[n]) && isKnown(other[n]));
const unlikeIn = ({ one, other }) => shared({ one, other }).filter((n) => stateOf(one[n])[0] !== stateOf(other[n])[0]);
const differs = (row) => unlikeIn(row).length > 0;
// Two states are alike only if they have the same evidence: an inferred state is not like an observed state.
const isAlike = (row) => shared(row).every((n) => row.one[n] === row.other[n]);

// The position of a row. Rows are sorted by the gravest outcome that differs.
function gravity(row) {
  const keys = unlikeIn(row).flatMap((n) => [row.one[n], row.other[n]]).map((letter) => GRAVEST.indexOf(stateOf(letter)[0]));
  return Math.min(GRAVEST.length, ...keys.filter((place) => place >= 0));
}

function startCompare(form) {
  const { kind, a, b } = form.elements, place = byId("comparison");
  const make = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
  const every = () => (kind.value === "providers" ? sides.providers : sides.libraries);

  function fill() {
    for (const [n, select] of [a, b].entries()) {
      const was = select.value, names = Object.keys(every());
      select.replaceChildren(...names.map((name) => make("option", every()[name][0], { value: name })));
      select.value = names.includes(was) ? was : names[Math.min(n, names.length - 1)];
    }
  }

  function cellOf(name, pair, { scenario, subjects }) {
    const td = document.createElement("td"), [, link] = every()[name];
    const alike = pair[0] === pair[1] || !pair.trim();
    for (const [n, mode] of ["plain", "stream"].entries()) {
      if ((alike && n) || (!alike && pair[n] === " ")) continue;
      if (pair[n] === " ") { td.append("not played"); continue; }
      const [key, sign, words] = stateOf(pair[n]);
      // A scenario that the provider does not support has no case, so the link leads to the provider.
      const href = kind.value === "providers" && key === "unsupported" ? link
        : kind.value === "providers" ? `cases/${name}/${scenario}.${mode}.html`
        : name.includes("@") ? link : `${link}#${subjects[0].replace("/", ".")}`;
      const to = make("a", "", { href });
      to.append(make("span", sign, { className: `v ${key}` }), ` ${words}`);
      td.append(to);
      if (!alike) td.append(" ", make("small", mode === "plain" ? "plain" : "streamed"), document.createElement("br"));
    }
    return td;
  }

  function tableOf(label, rows) {
    const region = make("div", "", { className: "wrap", tabIndex: 0 }), table = make("table", "", { className: "plain sided" });
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", label);
    const head = table.createTHead().insertRow();
    for (const name of ["Scenario", a.selectedOptions[0].text, b.selectedOptions[0].text]) head.append(make("th", name, { scope: "col" }));
    const body = table.createTBody();
    for (const row of rows) {
      const tr = body.insertRow(), th = make("th", "", { scope: "row" });
      th.append(make("a", row.title, { href: `scenarios/${row.scenario}.html` }));
      if (row.subjects[0]) th.append(make("small", row.subjects.map((subject) => subject.replace("/", ", ")).join("; ")));
      tr.append(th, cellOf(a.value, row.one, row), cellOf(b.value, row.other, row));
    }
    region.append(table);
    return region;
  }
  function folded(summary, rows) {
    const details = make("details", "");
    details.append(make("summary", summary), tableOf(summary, rows));
    return details;
  }

  function apply() {
    const [left, right] = [every()[a.value][2], every()[b.value][2]];
    const rows = [...rowsOf(left, right)], unlike = rows.filter(differs).sort((x, y) => gravity(x) - gravity(y));
    const oneSided = rows.filter((row) => !shared(row).length), both = rows.filter((row) => shared(row).length && !differs(row));
    const alike = both.filter(isAlike), otherwise = both.filter((row) => !isAlike(row));
    place.replaceChildren();
    if (unlike.length) place.append(tableOf("What differs", unlike.slice(0, UNFOLDED)));
    if (unlike.length > UNFOLDED) place.append(folded(`${unlike.length - UNFOLDED} more that differ`, unlike.slice(UNFOLDED)));
    if (otherwise.length) place.append(folded(`${otherwise.length} with the same mark but different evidence: ${OTHERWISE}`, otherwise));
    if (alike.length) place.append(folded(`${alike.length} alike${kind.value === "providers" ? ", on the same evidence" : ""}`, alike));
    if (oneSided.length) place.append(folded(`${oneSided.length} known for one side only`, oneSided));
    const apart = [[a, left, right], [b, right, left]].map(([select, own, others]) => [select, Object.keys(own).filter((subject) => !(subject in others))]);
    for (const [select, only] of apart) {
      if (only.length) place.append(make("p", `Judged only for ${select.selectedOptions[0].text}: ${only.join(", ").replaceAll("/", " ")}.`, { className: "muted" }));
    }
    count.textContent = [
      `${unlike.length} ${unlike.length === 1 ? "row differs" : "rows differ"}`,
      ...(otherwise.length ? [`${otherwise.length} with the same mark but different evidence`] : []),
      `${alike.length} alike`, `${oneSided.length} known for one side only`,
    ].join(", ");
    keep(form);
  }

  const count = byId("count");
  const begin = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    kind.value = asked.get("kind") === "adapters" ? "adapters" : "providers";
    fill();
    restore(form);
    if (!asked.get("b")) b.selectedIndex = Math.min(a.selectedIndex === 1 ? 0 : 1, b.options.length - 1);
    apply();
  };
  form.addEventListener("input", (event) => { if (event.target === kind) { fill(); b.selectedIndex = Math.min(1, b.options.length - 1); } apply(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", begin);
  begin();
}

startCompare(byId("compare"));

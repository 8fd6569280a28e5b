// The search finds pages by words, and answers questions about two of them. Its index is search-index.js.
"use strict";

// Returns the words of a text, each in its usual spelling. "tool_choice" is a word, and its parts are words, too.
function wordsOf(text, spelled) {
  const found = [];
  for (const raw of text.toLowerCase().replace(/['’]s\b/g, "").split(/[^\p{L}\p{N}_.$-]+/u)) {
    const parts = raw.split(/[_.-]+/).filter(Boolean), whole = parts.join("");
    if (whole) found.push([spelled.get(whole) || whole, parts.length > 1 ? parts.map((part) => spelled.get(part) || part) : []]);
  }
  return found;
}

// Returns the weight of each word of an entry: high in the name and title, low in the answer, lower for a part of a word.
function weigh(entry, spelled) {
  const [, title, name, , more, answer] = entry, weights = new Map();
  const add = (word, weight) => weights.set(word, Math.max(weight, weights.get(word) || 0));
  for (const [text, weight] of [[name, 4], [title, 3], [more, 3], [answer, 0.4]]) {
    for (const [word, parts] of wordsOf(text, spelled)) {
      add(word, weight);
      for (const part of parts) add(part, weight * 0.8);
    }
  }
  return weights;
}

const MOST = 15;
// Words that are corrected if they have typing errors.
const KNOWN = /^\p{L}{4,}$/u;

// Among entries that match equally well, overviews come first and rules last.
const KINDS = { provider: 1.1, library: 1.1, capability: 1.2, scenario: 0.9, rule: 0.6 };

function prepare({ entries, pairs, ignored, spellings }) {
  const spelled = new Map(Object.entries(spellings).flatMap(([word, others]) => others.map((other) => [other, word])));
  const weights = entries.map((entry) => weigh(entry, spelled)), spread = new Map();
  for (const own of weights) for (const word of own.keys()) spread.set(word, (spread.get(word) || 0) + 1);
  const named = weights.flatMap((own) => [...own].filter(([, weight]) => weight > 1).map(([word]) => word));
  const known = [...new Set([...named, ...spelled.keys()])].filter((word) => KNOWN.test(word));
  return { entries, pairs, weights, spread, spelled, known, ignored: new Set(ignored.split(/\s+/)) };
}

// Returns the number of letters that are added, left out, changed or swapped between two words; Infinity if more than `most`.
function slips(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  let before = [], last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > most) return Infinity;
    [before, last] = [last, row];
  }
  return last[other.length] <= most ? last[other.length] : Infinity;
}

// Corrects a word. If the word is in no page, and no known word begins with it, the most similar known word replaces it.
function spelledRight(word, { spread, spelled, ignored, known }) {
  if (!KNOWN.test(word) || spelled.has(word) || ignored.has(word) || [...spread.keys()].some((other) => other.startsWith(word))) return word;
  let [best, fewest] = [word, word.length < 8 ? 2 : 3];
  for (const other of known) {
    const number = slips(word, other, fewest - 1);
    if (number < fewest) [best, fewest] = [other, number];
  }
  return best;
}

// Corrects the words of a query, and the parts of its words.
function rightly(query, index) {
  return query.toLowerCase().replace(/[\p{L}\p{N}_.-]+/gu, (word) => {
    const parts = word.split(/[_.-]+/);
    return index.spread.has(parts.join("")) ? word : word.replace(/[\p{L}\p{N}]+/gu, (part) => spelledRight(part, index));
  });
}

function worth(word, weights) {
  const exact = weights.get(word);
  if (exact || word.length < 4) return exact || 0;
  let best = 0;
  for (const [other, weight] of weights) if (other.startsWith(word)) best = Math.max(best, weight * 0.5);
  return best;
}

// Returns the best entries and pairs for a query, as {kind, title, link, answer}. A pair fits if each of its two entries has
// its own word in the query.
function search(index, query, most = MOST) {
  const raw = query.toLowerCase().replace(/['’]s\b/g, "").split(/[^\p{L}\p{N}_.$-]+/u);
  const kept = raw.filter((word) => !index.ignored.has(word));
  const asked = wordsOf((kept.some(Boolean) ? kept : raw).join(" "), index.spelled);
  const rare = (word) => Math.log(2 + index.entries.length / (1 + (index.spread.get(word) || 0)));
  // The weight of each word of the query in each entry: as a whole word, or as the sum of its parts.
  const worths = index.weights.map((own) => asked.map(([word, parts]) => {
    const whole = worth(word, own) * rare(word);
    const ofParts = parts.map((part) => worth(part, own) * rare(part));
    return Math.max(whole, ofParts.length && ofParts.every(Boolean) ? 0.5 * Math.min(...ofParts) : 0);
  }));
  const sum = (list) => list.reduce((all, one) => all + one, 0);
  const covers = (list) => list.filter(Boolean).length;
  const found = [];
  worths.forEach((own, n) => {
    const [kind, title, name, link, , answer] = index.entries[n];
    if (covers(own)) found.push({ kind, title, name, link, answer, score: sum(own) * (KINDS[kind] || 1), covers: covers(own) });
  });
  for (const [first, second, link, answer] of index.pairs) {
    const [left, right] = [worths[first], worths[second]];
    if (!covers(left) || !right.some((value, n) => value > left[n])) continue;
    if (!left.some((value, n) => value > right[n])) continue;
    const both = left.map((value, n) => Math.max(value, right[n]));
    const [a, b] = [index.entries[first], index.entries[second]];
    found.push({ kind: `${a[0]}, ${b[0]}`, title: `${a[1]}${b[0] === "provider" ? " over " : " · "}${b[1]}`, name: "", link, answer, score: sum(both), covers: covers(both) });
  }
  return found.sort((a, b) => b.covers - a.covers || b.score - a.score).slice(0, most); // entries with the same score stay in the order of the index
}

function startSearch() {
  const form = document.querySelector("form.search"), input = form.elements.q, list = document.getElementById("found");
  const count = document.getElementById("found-count"), index = prepare(searched);
  const make = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
  const nothing = "no result; the search knows providers, libraries, scenarios, rules and words of the APIs";
  function counted(shown, fitting) {
    if (!fitting) return nothing;
    return shown < fitting ? `the best ${shown} of ${fitting} results` : `${fitting} result${fitting === 1 ? "" : "s"}`;
  }
  function show() {
    const asked = input.value.trim(), read = rightly(asked, index);
    const fitting = asked ? search(index, read, Infinity) : [], found = fitting.slice(0, MOST);
    list.replaceChildren(...found.map(({ kind, title, link, answer }) => {
      const item = document.createElement("li");
      item.append(make("a", title, { href: link }), make("small", kind), make("p", answer));
      return item;
    }));
    count.textContent = asked ? counted(found.length, fitting.length) + (found.length && read !== asked.toLowerCase() ? `, read as “${read}”` : "") : "";
    if (found.length) document.getElementById("words").open = false;
  }
  input.value = new URLSearchParams(location.search).get("q") || "";
  input.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", `?q=${encodeURIComponent(input.value)}`);
    show();
  });
  document.getElementById("words").open = matchMedia("(min-width: 46rem)").matches;
  show();
  input.focus();
}

if (document.getElementById("found")) startSearch();

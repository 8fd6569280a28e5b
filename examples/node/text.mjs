// An adapter to copy: it reads calls in a model's text, in the Hermes format.
// docs/protocol.md shows the lines that it reads and writes.
//
// conformance gate text/hermes --command "node text.mjs"        (in this folder)
import { createInterface } from "node:readline";

const hello = { protocol: "1.1", name: "example-text", version: "1.0", language: "javascript", dialects: [],
  text_formats: ["hermes"] };
const OPENING = "<tool_call>", CLOSING = "</tool_call>";
const CALL = /^\s*\{\s*"name":\s*("(?:[^"\\]|\\.)*"),\s*"arguments":\s*(\{.*\})\s*\}\s*$/s;

function call(text) { // up to the first closing tag outside a string; the text of arguments is not changed
  for (let end = text.indexOf(CLOSING); end >= 0; end = text.indexOf(CLOSING, end + 1)) {
    try {
      const [, name, args] = text.slice(OPENING.length, end).match(CALL) ?? [];
      JSON.parse(args);
      const part = { type: "tool_call", id: null, name: JSON.parse(name), arguments: { text: args, form: "object" } };
      return { part, rest: text.slice(end + CLOSING.length) };
    } catch { /* this tag is inside a value */ }
  }
}

function read(text) {
  const parts = [], say = (type, text) => { if (text) parts.push({ type, text }); };
  const [, thought, said] = text.match(/^(?:<think>(.*?)<\/think>)?(.*)$/s);
  say("reasoning", thought);
  let rest = said;
  for (let start; (start = rest.indexOf(OPENING)) >= 0;) {
    say("text", rest.slice(0, start));
    const found = call(rest.slice(start));
    if (!found) return { parts, finish: { reason: "other" } }; // the text ends inside it: it is no call
    parts.push(found.part);
    rest = found.rest;
  }
  say("text", rest);
  return { parts, finish: { reason: parts.some(({ type }) => type === "tool_call") ? "tool_calls" : "stop" } };
}

const operations = { hello: () => hello, read_text: ({ pieces }) => read(pieces.join("")) };

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line), { op, seq } = message;
  let reply;
  try { reply = { seq, result: operations[op](message) }; } catch (error) { reply = { seq, error: error.stack }; }
  console.log(JSON.stringify(reply));
}

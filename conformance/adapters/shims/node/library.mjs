// What all shims in Node share: lines on stdio, how a library introduces itself, the loop of a conversation, and what
// it can be asked.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

console.log = console.info = console.debug = console.error; // stdout is for the protocol alone
const FIRST_ERROR_STATUS = 400;
class Unsupported extends Error {}

/** What the library or its shim does not do. */
export const decline = (why) => { throw new Unsupported(why); };

const ofType = (holder, type) => (holder.parts ?? []).filter((part) => part.type === type);
/** The texts of a message or a result, a line each. */
export const textOf = (holder) => ofType(holder, "text").map((part) => part.text).join("\n");
export const callsOf = (message) => ofType(message, "tool_call");
export const resultsOf = (message) => ofType(message, "tool_result");
/** The images of a result: `data` is base64. */
export const imagesOf = (result) => ofType(result, "image");

/** All that the system says, for libraries that take it apart from the messages. */
export const systemOf = (task) =>
  task.messages.filter((message) => message.role === "system").map(textOf).join("\n") || undefined;
export const withoutSystem = (task) => task.messages.filter((message) => message.role !== "system");

/** The tools of a task, where all are functions. */
export const functions = (task) => (task.tools ?? []).map((tool) => tool.type === "function" ? tool
  : decline(`the shim offers functions only, and no tools like ${tool.name ?? tool.kind}`));

/** The version of an installed package, of its `package.json`. */
function versionOf(name) {
  const folders = createRequire(import.meta.url).resolve.paths(name);
  const found = folders.map((folder) => `${folder}/${name}/package.json`).find((file) => existsSync(file));
  return JSON.parse(readFileSync(found, "utf8")).version;
}

/** What an error says of the provider's answer, where it has the status of one. */
function told(error) {
  const status = error.status ?? error.statusCode;
  return status >= FIRST_ERROR_STATUS
    ? { message: error.message, kind: error.type ?? undefined, code: error.code ?? undefined, status } : undefined;
}

/**
 * Answers for a library until stdin ends: `docs/protocol.md`.
 *
 * `begin(task)` gives a conversation: `ask()` sends all that was said and gives the library's answer, `read(answer)` is
 * what its user gets of it, and `goOn(answer, results)` adds both to what is said.
 */
export async function serve(library, dialects, begin, shows = ["ids", "finish"]) {
  const hello = { protocol: "1.0", name: library, version: versionOf(library), language: "javascript", dialects, shows,
    modes: ["async"] };
  let talk, answer;
  async function ask() {
    try { answer = await talk.ask(); } catch (error) {
      const refusal = told(error);
      if (!refusal) throw error;
      return { finish: "error", error: refusal };
    }
    return talk.read(answer);
  }
  const operations = {
    hello: () => hello,
    start: ({ task }) => { talk = begin(task); return ask(); },
    continue: ({ results }) => { talk.goOn(answer, results); return ask(); },
    end: () => { talk = answer = undefined; return {}; },
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line), reply = { seq: message.seq };
    try { reply.result = await operations[message.op](message); } catch (error) {
      if (error instanceof Unsupported) reply.unsupported = error.message;
      else reply.error = `${error.name}: ${error.message}`;
    }
    process.stdout.write(JSON.stringify(reply) + "\n");
  }
}

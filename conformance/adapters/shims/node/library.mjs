// The common parts of all shims in Node: lines on stdio, the library's description of itself, the loop of a
// conversation, and helpers for tasks.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

console.log = console.info = console.debug = console.error; // stdout is for the protocol alone
const FIRST_ERROR_STATUS = 400;
class Unsupported extends Error {}

/** Declines a task that the library or its shim does not support. */
export const decline = (why) => { throw new Unsupported(why); };

const ofType = (holder, type) => (holder.parts ?? []).filter((part) => part.type === type);
/** Returns the texts of a message or a result, each on its own line. */
export const textOf = (holder) => ofType(holder, "text").map((part) => part.text).join("\n");
export const callsOf = (message) => ofType(message, "tool_call");
export const resultsOf = (message) => ofType(message, "tool_result");
/** Functions that return the images or the documents of a result. Their `data` is base64. */
export const imagesOf = (result) => ofType(result, "image"), filesOf = (result) => ofType(result, "file");

/** Returns the text of all system messages, for libraries that take it separately from the messages. */
export const systemOf = (task) =>
  task.messages.filter((message) => message.role === "system").map(textOf).join("\n") || undefined;
export const withoutSystem = (task) => task.messages.filter((message) => message.role !== "system");

/** Returns the functions that a task offers. Declines any other tool, deferred functions and functions for programs. */
export const functions = (task) => (task.tools ?? []).map((tool) =>
  tool.type === "function" && !tool.deferred && !tool.callers ? tool : decline(
    `the shim supports functions for the model only, got ${tool.name ?? tool.kind}`));

/** Returns the version of an installed package, from its `package.json`. */
function versionOf(name) {
  const folders = createRequire(import.meta.url).resolve.paths(name);
  const found = folders.map((folder) => `${folder}/${name}/package.json`).find((file) => existsSync(file));
  return JSON.parse(readFileSync(found, "utf8")).version;
}

/** Returns the provider's error in an exception, or undefined if the exception has no status of a failed request. */
function providerError(error) {
  const status = error.status ?? error.statusCode;
  return status >= FIRST_ERROR_STATUS
    ? { message: error.message, kind: error.type ?? undefined, code: error.code ?? undefined, status } : undefined;
}

/**
 * Answers the judge's messages with a library until stdin ends. See `docs/protocol.md`.
 *
 * `begin(task)` returns a conversation. Its `ask()` sends all messages so far and returns the library's answer.
 * `read(answer)` returns the reading that the library's user gets. `goOn(answer, results)` adds the answer and the
 * results to the messages.
 */
export async function serve(library, dialects, begin, shows = ["ids", "finish"]) {
  const hello = { protocol: "1.0", name: library, version: versionOf(library), language: "javascript", dialects, shows,
    modes: ["async"] };
  let talk, answer;
  async function ask() {
    try { answer = await talk.ask(); } catch (error) {
      const refusal = providerError(error);
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

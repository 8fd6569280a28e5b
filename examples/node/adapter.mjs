// An adapter to copy: OpenAI chat completions, plain and streamed. It needs only fetch.
//
// conformance gate --command "node adapter.mjs" --providers openai/openai_chat        (in this folder)
import { createInterface } from "node:readline";

const hello = { protocol: "1.0", name: "example-node", version: "1.0", language: "javascript",
  dialects: ["openai_chat"], shows: ["ids", "finish"] };
class Unsupported extends Error {}
const decline = (why) => { throw new Unsupported(why); };
let task, messages;

const parts = (holder, type) => (holder.parts ?? []).filter((part) => part.type === type);
const texts = (holder) => parts(holder, "text"); // joined texts would be a different message
const text = (holder) => texts(holder).length > 1 ? texts(holder) : texts(holder)[0]?.text ?? "";
const result = (part) => ({ role: "tool", tool_call_id: part.call_id, content: text(part) });
const call = ({ id, name }, text) => ({ id, type: "function", function: { name, arguments: text } });
const said = (role, content, calls) => calls.length ? { role, content, tool_calls: calls } : { role, content };

function write(message) { // a single message, or a message for each result
  const calls = parts(message, "tool_call").map((part) => call(part, part.arguments.text));
  const results = parts(message, "tool_result").map(result);
  return results.length ? results : [said(message.role, text(message), calls)];
}
const offer = ({ type, ...tool }) =>
  type === "function" ? { type, function: tool } : decline("only function tools are supported");
const choose = ({ mode, names }) => mode === "allowed" ? decline("allowing only some tools is not supported")
  : mode === "named" ? { type: "function", function: { name: names[0] } } : mode;
const told = ({ message, type: kind, code }, status) => ({ message, kind, code, status });

function read(documents, { ok, status }) { // plain or streamed; the text of arguments is not changed
  for (const { error } of documents) if (error) return { error: told(error, ok ? undefined : status) };
  const read = { text: "" }, calls = new Map();
  for (const choice of documents.flatMap((document) => document.choices)) {
    const piece = choice.delta ?? choice.message;
    read.finish = choice.finish_reason ?? read.finish, read.text += piece.content ?? "";
    for (const { index = calls.size, id, function: called } of piece.tool_calls ?? []) {
      if (!calls.has(index)) calls.set(index, { id, name: called.name, arguments: "" });
      calls.get(index).arguments += called.arguments ?? "";
    }
  }
  if (read.finish === "length" && calls.size) [...calls.values()].at(-1).complete = false; // the token limit cut it
  return { ...read, calls: [...calls.values()] };
}

function events(stream) {  // an event ends with a blank line, and may have several lines of data
  const data = (event) => event.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
  return stream.replace(/\r\n?/g, "\n").split("\n\n").map((it) => data(it).join("")).filter((it) => it.includes("{"));
}

async function ask() {
  const { model, base_url, api_key, tools, tool_choice, parallel_tool_calls, stream = false } = task;
  const body = { model, messages, stream, parallel_tool_calls, tools: tools?.map(offer),
    tool_choice: tool_choice && choose(tool_choice), max_completion_tokens: task.max_output_tokens };
  const headers = { "content-type": "application/json", authorization: `Bearer ${api_key}` };
  const answer = await fetch(`${base_url}/chat/completions`, { method: "POST", headers, body: JSON.stringify(body) });
  const bytes = await answer.text();
  const reading = read((stream && answer.ok ? events(bytes) : [bytes]).map((text) => JSON.parse(text)), answer);
  if (!reading.error) messages.push(said("assistant", reading.text, reading.calls.map((it) => call(it, it.arguments))));
  return reading;
}

// the error with the file and the line of the adapter in which it began, also if a library in node_modules raised it
const fault = (it) => `${it} (${/file:(?!.*\/node_modules\/).*?([^/]+:\d+):\d+\)?$/m.exec(it.stack)?.[1]})`;
const operations = {
  hello: () => hello, end: () => ({}),
  start: (message) => { task = message.task; messages = task.messages.flatMap(write); return ask(); },
  continue: (message) => { messages.push(...message.results.map(result)); return ask(); },
};
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line), reply = { seq: message.seq };
  try { reply.result = await operations[message.op](message); } catch (error) {
    Object.assign(reply, error instanceof Unsupported ? { unsupported: error.message } : { error: fault(error) });
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
}

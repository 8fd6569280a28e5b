// A shim for openai, OpenAI's SDK: chat completions. The SDK's own helper joins streams.
import OpenAI from "openai";
import { callsOf, decline, resultsOf, serve, textOf } from "./library.mjs";

const call = ({ id, name, arguments: { text } }) => ({ id, type: "function", function: { name, arguments: text } });
const result = (result) => ({ role: "tool", tool_call_id: result.call_id, content: textOf(result) });
const named = (name) => ({ type: "function", function: { name } });

function write(message) { // returns a list: a single message, or a message for each result
  const tool_calls = callsOf(message).map(call), content = textOf(message);
  if (tool_calls.length) return [{ role: "assistant", content: content || null, tool_calls }];
  const results = resultsOf(message).map(result);
  return results.length ? results : [{ role: message.role, content }];
}

function offer({ type, name, description, parameters, strict, format, deferred, callers }) {
  if (type === "provider") decline("chat completions have no tools that the provider runs");
  if (type === "namespace" || deferred || callers) decline("chat completions have only functions and custom tools");
  const { type: kind, ...grammar } = format ?? {};
  return type === "custom" ? { type, custom: { name, description, format: format && { type: kind, grammar } } }
    : { type, function: { name, description, parameters, strict } };
}

function choose({ mode, names = [], must_call }) {
  if (mode !== "allowed") return mode === "named" ? named(names[0]) : mode;
  return { type: "allowed_tools",
    allowed_tools: { mode: must_call ? "required" : "auto", tools: names.map(named) } };
}

function read({ choices: [{ message, finish_reason: finish }] }) {
  const calls = (message.tool_calls ?? []).map(({ id, type: kind, function: called, custom }) => kind === "custom"
    ? { id, kind, name: custom.name, arguments: custom.input }
    : { id, name: called.name, arguments: called.arguments });
  return { text: message.content ?? "", calls, finish };
}

serve("openai", ["openai_chat"], ({ base_url: baseURL, api_key: apiKey, stream, ...task }) => {
  if (task.reasoning) decline("chat completions show no reasoning");
  const { completions } = new OpenAI({ baseURL, apiKey, maxRetries: 0 }).chat;
  const messages = task.messages.flatMap(write);
  const body = { model: task.model, messages, max_completion_tokens: task.max_output_tokens,
    tools: task.tools?.map(offer), tool_choice: task.tool_choice && choose(task.tool_choice),
    parallel_tool_calls: task.parallel_tool_calls };
  return {
    ask: () => stream ? completions.stream(body).finalChatCompletion() : completions.create(body),
    read,
    goOn: (answer, results) => messages.push(answer.choices[0].message, ...results.map(result)),
  };
});

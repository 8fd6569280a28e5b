// A shim for openai, OpenAI's SDK: responses. The client keeps the history unchanged, and the provider stores nothing.
import OpenAI from "openai";
import { toResponseInputItems } from "openai/lib/responses/ResponseInputItems";
import { callsOf, filesOf, imagesOf, resultsOf, serve, textOf } from "./library.mjs";

const call = ({ id, name, arguments: { text } }) => ({ type: "function_call", call_id: id, name, arguments: text });
const image = ({ media_type, data }) =>
  ({ type: "input_image", detail: "auto", image_url: `data:${media_type};base64,${data}` });
const file = ({ name, media_type, data }) =>
  ({ type: "input_file", filename: name, file_data: `data:${media_type};base64,${data}` });
const named = (name) => ({ type: "function", name });

function result({ call_id, kind, ...result }) {
  const media = [...imagesOf(result).map(image), ...filesOf(result).map(file)], text = textOf(result);
  return { type: kind === "custom" ? "custom_tool_call_output" : "function_call_output", call_id,
    output: media.length ? [{ type: "input_text", text }, ...media] : text };
}

function write(message) { // returns a list of items
  const items = [...callsOf(message).map(call), ...resultsOf(message).map(result)];
  return items.length ? items : [{ role: message.role, content: textOf(message) }];
}

const CALLERS = { model: "direct", program: "programmatic" };
function offer({ type, name, description, parameters = null, strict = false, value, ...tool }) { // strict by default
  if (type === "provider") return value;
  if (type === "namespace") return { type, name, description, tools: tool.tools.map(offer) };
  if (type === "custom") return { type, name, description, format: tool.format };
  return { type, name, description, parameters, strict, defer_loading: tool.deferred,
    allowed_callers: tool.callers?.map((caller) => CALLERS[caller]) };
}

function choose({ mode, names = [], must_call }) {
  if (mode !== "allowed") return mode === "named" ? named(names[0]) : mode;
  return { type: "allowed_tools", mode: must_call ? "required" : "auto", tools: names.map(named) };
}

const REASONS = { max_output_tokens: "length", content_filter: "content_filter" };
const CALLS = {
  function_call: ({ arguments: text }) => ({ arguments: text }),
  custom_tool_call: ({ input }) => ({ arguments: input, kind: "custom" }),
};
const readCall = ({ type, call_id: id, name, status, caller, ...item }) => // a program's calls stay in progress
  ({ ...CALLS[type](item), id, name, complete: status !== "incomplete" && (status !== "in_progress" || !!caller) });

function read({ output, output_text: text, status, incomplete_details, error }) {
  const calls = output.filter(({ type }) => type in CALLS).map(readCall);
  const thoughts = output.filter(({ type }) => type === "reasoning").flatMap(({ summary }) => summary ?? []);
  return { text, calls, reasoning: thoughts.map((part) => part.text).join(""),
    finish: status === "completed" ? "stop" : REASONS[incomplete_details?.reason] ?? status,
    error: error ? { message: error.message, code: error.code } : undefined };
}

serve("openai", ["openai_responses"], ({ base_url: baseURL, api_key: apiKey, stream, ...task }) => {
  const { responses } = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
  const input = task.messages.flatMap(write);
  const body = { model: task.model, input, store: false, max_output_tokens: task.max_output_tokens,
    tools: task.tools?.map(offer), tool_choice: task.tool_choice && choose(task.tool_choice),
    parallel_tool_calls: task.parallel_tool_calls };
  if (task.reasoning) {
    body.reasoning = { effort: "low", summary: "auto" };
    body.include = ["reasoning.encrypted_content"];
  }
  return {
    ask: () => stream ? responses.stream(body).finalResponse() : responses.create(body),
    read,
    goOn: (answer, results) => input.push(...toResponseInputItems(answer.output), ...results.map(result)),
  };
});

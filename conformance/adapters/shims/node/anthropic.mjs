// A shim for @anthropic-ai/sdk, Anthropic's SDK: messages. The SDK's own helper joins streams.
import Anthropic from "@anthropic-ai/sdk";
import { argumentsOf } from "./arguments.mjs";
import { callsOf, decline, filesOf, imagesOf, resultsOf, serve, systemOf, textOf, withoutSystem } from "./library.mjs";

const MOST = 4096;
const call = ({ id, name, ...call }) =>
  ({ type: "tool_use", id: taken(id), name, input: argumentsOf(call) });
const image = ({ media_type, data }) => ({ type: "image", source: { type: "base64", media_type, data } });

const file = ({ media_type, data }) => ({ type: "document", source: { type: "base64", media_type, data } });

function taken(id) {
  const refused = "its user writes the history, and has to change the ids of another provider's calls";
  if (/[^a-zA-Z0-9_-]/.test(id)) decline(refused);
  return id;
}

function result({ call_id, is_error, ...result }) {
  const media = [...imagesOf(result).map(image), ...filesOf(result).map(file)], text = textOf(result);
  return { type: "tool_result", tool_use_id: taken(call_id), is_error,
    content: media.length ? [{ type: "text", text }, ...media] : text };
}

function write(message) {
  const calls = callsOf(message).map(call), results = resultsOf(message).map(result), text = textOf(message);
  if (results.length) return { role: "user", content: results };
  if (!calls.length) return { role: message.role, content: text };
  return { role: "assistant", content: [...(text ? [{ type: "text", text }] : []), ...calls] };
}

function offer({ type, name, description, parameters, strict, value, deferred: defer_loading, callers }) {
  if (type === "provider") return value;
  if (type !== "function" || callers) decline("the shim offers only functions, to the model");
  return { name, description, input_schema: parameters ?? { type: "object", properties: {} }, strict, defer_loading };
}

function choose({ tool_choice: choice, parallel_tool_calls: parallel }) {
  if (!choice && parallel === undefined) return undefined;
  const { mode, names } = choice ?? { mode: "auto" };
  if (mode === "allowed") decline("Anthropic cannot restrict the choice to some tools");
  if (mode === "none") return { type: "none" };
  return { type: { auto: "auto", required: "any", named: "tool" }[mode], name: names?.[0],
    disable_parallel_tool_use: parallel === undefined ? undefined : !parallel };
}

function read({ content, stop_reason: finish }) {
  const ofType = (type) => content.filter((block) => block.type === type);
  return {
    text: ofType("text").map((block) => block.text).join(""),
    reasoning: ofType("thinking").map((block) => block.thinking).join(""),
    calls: ofType("tool_use").map(({ id, name, input }) => ({ id, name, arguments: JSON.stringify(input) })),
    order: content.flatMap(({ type }) => ({ text: ["text"], tool_use: ["call"] })[type] ?? []),
    finish,
  };
}

serve("@anthropic-ai/sdk", ["anthropic_messages"], ({ base_url: baseURL, api_key: apiKey, stream, ...task }) => {
  const client = new Anthropic({ baseURL, apiKey, maxRetries: 0 });
  const messages = withoutSystem(task).map(write), max_tokens = task.max_output_tokens ?? MOST;
  const body = { model: task.model, max_tokens, system: systemOf(task), messages, tools: task.tools?.map(offer),
    tool_choice: choose(task),
    thinking: task.reasoning ? { type: "enabled", budget_tokens: max_tokens / 2 } : undefined };
  return {
    ask: () => stream ? client.messages.stream(body).finalMessage() : client.messages.create(body),
    read,
    goOn: ({ role, content }, results) =>
      messages.push({ role, content }, { role: "user", content: results.map(result) }),
  };
}, ["ids", "finish", "order"]);

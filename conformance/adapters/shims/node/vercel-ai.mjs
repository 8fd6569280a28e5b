// A shim for ai, Vercel's AI SDK: generateText and streamText, with its own messages. The SDK does not run the tools.
import { generateText, jsonSchema, streamText, tool } from "ai";
import { argumentsOf } from "./arguments.mjs";
import {
  callsOf, decline, filesOf, functions, imagesOf, resultsOf, serve, systemOf, textOf, withoutSystem,
} from "./library.mjs";
import { MODELS, optionsOf } from "./vercel-ai-models.mjs";

const call = ({ id, name, ...call }) =>
  ({ type: "tool-call", toolCallId: id, toolName: name, input: argumentsOf(call) });
const image = ({ media_type: mediaType, data }) => ({ type: "image-data", data, mediaType });
const file = ({ media_type: mediaType, data }) => ({ type: "file-data", data, mediaType });

function result({ call_id, name, is_error, ...result }) {
  const media = [...imagesOf(result).map(image), ...filesOf(result).map(file)], text = textOf(result);
  const output = media.length ? { type: "content", value: [{ type: "text", text }, ...media] }
    : { type: is_error ? "error-text" : "text", value: text };
  return { type: "tool-result", toolCallId: call_id, toolName: name, output };
}

function write(message) {
  const calls = callsOf(message).map(call), results = resultsOf(message).map(result), text = textOf(message);
  if (results.length) return { role: "tool", content: results };
  if (!calls.length) return { role: message.role, content: text };
  return { role: "assistant", content: [...(text ? [{ type: "text", text }] : []), ...calls] };
}

const offer = ({ name, description, parameters, strict }) =>
  [name, tool({ description, strict, inputSchema: jsonSchema(parameters ?? { type: "object", properties: {} }) })];

function choose({ mode, names }) {
  return mode === "named" ? { type: "tool", toolName: names[0] } : mode === "allowed" ? undefined : mode;
}

function read({ step: { text, reasoningText: reasoning = "", toolCalls, content, finishReason } }) {
  return {
    text, reasoning, finish: finishReason.replace("-", "_"),
    calls: toolCalls.map(({ toolCallId: id, toolName: name, input }) =>
      ({ id, name, arguments: typeof input === "string" ? input : JSON.stringify(input) })),
    order: content.flatMap(({ type }) => ({ text: ["text"], "tool-call": ["call"] })[type] ?? []),
  };
}

serve("ai", Object.keys(MODELS), (task) => {
  const messages = withoutSystem(task).map(write);
  const asked = { model: MODELS[task.dialect](task.base_url, task.api_key, task.model), instructions: systemOf(task),
    messages, maxOutputTokens: task.max_output_tokens, maxRetries: 0,
    tools: Object.fromEntries(functions(task).map(offer)),
    toolChoice: task.tool_choice && choose(task.tool_choice), reasoning: task.reasoning ? "low" : undefined,
    providerOptions: optionsOf(task) };
  async function ask() {
    let failed;
    const onError = ({ error }) => { failed = error; };
    const answer = task.stream ? streamText({ ...asked, onError }) : await generateText(asked);
    if (task.stream) await answer.consumeStream();
    if (failed) throw failed;
    const [step] = await answer.steps;
    return { step, reply: await answer.responseMessages };
  }
  function goOn({ step, reply }, results) {
    if (step.toolCalls.some((call) => call.invalid)) decline("the library answers calls to unknown tools itself");
    messages.push(...reply, { role: "tool", content: results.map(result) });
  }
  return { ask, read, goOn };
}, ["ids", "finish", "order"]);

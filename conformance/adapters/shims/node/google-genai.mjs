// A shim for @google/genai, Google's Gen AI SDK: generateContent. The SDK does not join streams, so the shim sends the
// parts back unchanged.
import { GoogleGenAI } from "@google/genai";
import { argumentsOf } from "./arguments.mjs";
import { callsOf, decline, filesOf, imagesOf, resultsOf, serve, systemOf, textOf, withoutSystem } from "./library.mjs";

const MODES = { auto: "AUTO", none: "NONE", required: "ANY", named: "ANY", allowed: "ANY" };
const call = ({ id, name, ...call }) => ({ functionCall: { id, name, args: argumentsOf(call) } });

function result({ call_id, name, is_error, ...result }) {
  const id = call_id ?? undefined; // some models give no ids
  if (imagesOf(result).length || filesOf(result).length) decline("the replayed model accepts only text in results");
  return { functionResponse: { id, name, response: { [is_error ? "error" : "output"]: textOf(result) } } };
}

function write(message) {
  const text = textOf(message);
  const parts = [...(text ? [{ text }] : []), ...callsOf(message).map(call), ...resultsOf(message).map(result)];
  return { role: message.role === "assistant" ? "model" : "user", parts };
}

function declare({ type, name, description, parameters, strict, deferred, callers }) {
  if (type !== "function" || deferred || callers) decline("Gemini's declarations are functions for the model");
  if (strict) decline("Gemini's function declarations have no strict mode");
  return { name, description, parametersJsonSchema: parameters };
}

function configure({ tools = [], tool_choice: choice, max_output_tokens: maxOutputTokens, reasoning, ...task }) {
  if (task.parallel_tool_calls === false) decline("Gemini cannot limit an answer to one call");
  const own = tools.filter(({ type }) => type === "provider").map(({ value }) => value);
  const functionDeclarations = tools.filter(({ type }) => type !== "provider").map(declare);
  const offered = [...(functionDeclarations.length ? [{ functionDeclarations }] : []), ...own];
  const config = { systemInstruction: systemOf(task), maxOutputTokens }, toolConfig = {};
  if (offered.length) config.tools = offered;
  if (reasoning) config.thinkingConfig = { includeThoughts: true };
  if (own.length) toolConfig.includeServerSideToolInvocations = true;
  if (choice) {
    if (choice.mode === "allowed" && !choice.must_call) decline("Gemini forces a call if the choice names some tools");
    toolConfig.functionCallingConfig = { mode: MODES[choice.mode], allowedFunctionNames: choice.names };
  }
  return own.length || choice ? { ...config, toolConfig } : config;
}

function read({ parts, finishReason: finish }) {
  const calls = parts.filter((part) => part.functionCall).map(({ functionCall: { id, name, args = {} } }) =>
    ({ id, name, arguments: JSON.stringify(args) }));
  const texts = (thought) => parts.filter((part) => part.text && !!part.thought === thought).map((part) => part.text);
  return { calls, text: texts(false).join(""), reasoning: texts(true).join(""), finish,
    order: parts.flatMap((part) => part.functionCall ? ["call"] : part.text && !part.thought ? ["text"] : []) };
}

serve("@google/genai", ["gemini_generate"], ({ base_url, api_key: apiKey, stream, ...task }) => {
  const [, baseUrl, apiVersion] = base_url.match(/(.*)\/(.*)/);
  const { models } = new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl, apiVersion } });
  const contents = withoutSystem(task).map(write);
  const body = { model: task.model, contents, config: configure(task) };
  async function ask() {
    const chunks = [];
    if (stream) for await (const chunk of await models.generateContentStream(body)) chunks.push(chunk);
    else chunks.push(await models.generateContent(body));
    const candidates = chunks.flatMap((chunk) => chunk.candidates?.slice(0, 1) ?? []);
    return { parts: candidates.flatMap((candidate) => candidate.content?.parts ?? []),
      finishReason: candidates.findLast((candidate) => candidate.finishReason)?.finishReason
        ?? chunks.find((chunk) => chunk.promptFeedback?.blockReason)?.promptFeedback.blockReason };
  }
  return {
    ask,
    read,
    goOn: ({ parts }, results) => contents.push({ role: "model", parts }, { role: "user", parts: results.map(result) }),
  };
}, ["ids", "finish", "order"]);

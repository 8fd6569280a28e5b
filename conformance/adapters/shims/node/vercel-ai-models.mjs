// The AI SDK's models for a task. Each provider has a package of its own.
import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createCohere } from "@ai-sdk/cohere";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createMistral } from "@ai-sdk/mistral";
import { createOpenAI } from "@ai-sdk/openai";
import { decline } from "./library.mjs";

const OF_AWS = { region: "us-east-1", accessKeyId: "none", secretAccessKey: "none" };

/** Functions by dialect that make a model from the provider's address, a key and the model's name. */
export const MODELS = {
  openai_chat: (baseURL, apiKey, model) => createOpenAI({ baseURL, apiKey }).chat(model),
  openai_responses: (baseURL, apiKey, model) => createOpenAI({ baseURL, apiKey }).responses(model),
  anthropic_messages: (base, apiKey, model) => createAnthropic({ baseURL: `${base}/v1`, apiKey })(model),
  gemini_generate: (baseURL, apiKey, model) => createGoogleGenerativeAI({ baseURL, apiKey })(model),
  mistral_chat: (baseURL, apiKey, model) => createMistral({ baseURL, apiKey })(model),
  cohere_v2: (base, apiKey, model) => createCohere({ baseURL: `${base}/v2`, apiKey })(model),
  bedrock_converse: (baseURL, _, model) => createAmazonBedrock({ baseURL, ...OF_AWS })(model),
};

/** Returns the options of a task that only some providers have, in each provider's own form. */
export function optionsOf({ dialect, tool_choice: choice, parallel_tool_calls: parallel, reasoning }) {
  const openai = dialect === "openai_responses" ? { store: false } : {}, anthropic = {}, google = {}, mistral = {};
  if (choice?.mode === "allowed") {
    if (dialect !== "openai_responses") decline("this model has no option for a choice among some tools");
    openai.allowedTools = { toolNames: choice.names, mode: choice.must_call ? "required" : "auto" };
  }
  if (parallel === false && !/openai|anthropic|mistral/.test(dialect)) decline("this model has no limit of one call");
  if (parallel !== undefined) {
    openai.parallelToolCalls = mistral.parallelToolCalls = parallel;
    anthropic.disableParallelToolUse = !parallel;
  }
  if (reasoning) {
    openai.reasoningSummary = "auto";
    google.thinkingConfig = { includeThoughts: true };
  }
  return { openai, anthropic, google, mistral };
}

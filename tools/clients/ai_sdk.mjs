// An agent of the AI SDK, asked once: node ai_sdk.mjs ADDRESS chat|responses
import { jsonSchema, tool, ToolLoopAgent } from "ai";
import { createOpenAI } from "@ai-sdk/openai";

const [, , address, api] = process.argv;
const openai = createOpenAI({ baseURL: `${address}/v1`, apiKey: "none" });
const parameters = {
  type: "object",
  properties: { city: { type: "string", description: "Name of the city." }, days: { type: "integer", minimum: 1 } },
  required: ["city"],
  additionalProperties: false,
};
const agent = new ToolLoopAgent({
  model: api === "chat" ? openai.chat("gpt-4.1") : openai.responses("gpt-4.1"),
  instructions: "Answer briefly.",
  tools: {
    get_weather: tool({
      description: "Current weather in a city.",
      inputSchema: jsonSchema(parameters),
      execute: async () => "rain",
    }),
  },
});
const answer = await agent.stream({ prompt: "Look up the weather in Oslo." });
for await (const _ of answer.textStream);

"""Ask an agent of the OpenAI Agents SDK a question. The agent has a tool and a handoff.

The arguments are the server's address, and the API: ``chat`` or ``responses``.
"""

import asyncio
import sys

from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    Runner,
    function_tool,
    set_tracing_disabled,
)
from openai import AsyncOpenAI
from weather import get_weather

set_tracing_disabled(True)
address, api = sys.argv[1:]
client = AsyncOpenAI(base_url=f"{address}/v1", api_key="none")
kind = OpenAIChatCompletionsModel if api == "chat" else OpenAIResponsesModel
model = kind(model="gpt-4.1", openai_client=client)


async def main() -> None:
    """Ask the agent, and read its answer as a stream."""
    forecaster = Agent(name="Forecaster", instructions="Forecast.", model=model)
    agent = Agent(
        name="Assistant",
        instructions="Answer briefly.",
        tools=[function_tool(get_weather)],
        handoffs=[forecaster],
        model=model,
    )
    run = Runner.run_streamed(agent, "Look up the weather in Oslo.")
    async for _ in run.stream_events():
        pass


asyncio.run(main())

"""Ask an agent of Pydantic AI a question. The agent has a tool and a structured output.

The arguments are the server's address, and the API: ``chat`` or ``responses``.
"""

import asyncio
import sys

from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider
from weather import get_weather

address, api = sys.argv[1:]
provider = OpenAIProvider(base_url=f"{address}/v1", api_key="none")
kind = OpenAIChatModel if api == "chat" else OpenAIResponsesModel


class Report(BaseModel):
    """The weather of a city."""

    city: str
    temperature: float


agent = Agent(
    kind("gpt-4.1", provider=provider), instructions="Answer briefly.", output_type=[Report, str], tools=[get_weather]
)


async def main() -> None:
    """Ask the agent, and read its answer as a stream."""
    async with agent.run_stream("Look up the weather in Oslo.") as run:
        await run.get_output()


asyncio.run(main())

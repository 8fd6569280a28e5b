"""Ask an agent of LangGraph a question.

The arguments are the server's address, and the API: ``chat`` or ``responses``.
"""

import sys

from langchain.agents import create_agent
from langchain_openai import ChatOpenAI

address, api = sys.argv[1:]


def get_weather(city: str, days: int = 1) -> str:
    """Current weather in a city."""
    return f"{city}: rain for {days} days"


model = ChatOpenAI(model="gpt-4.1", base_url=f"{address}/v1", api_key="none", use_responses_api=api == "responses")
agent = create_agent(model, [get_weather], system_prompt="Answer briefly.")
asked = {"messages": [{"role": "user", "content": "Look up the weather in Oslo."}]}
for _ in agent.stream(asked, stream_mode="messages"):
    pass

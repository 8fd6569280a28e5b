"""An agent that answers a question with a tool. Usage: python agent.py PROVIDER MODEL [--stream]"""

import os
import sys

import httpx

from toolwire import Chain, Normalizer, ToolRunner
from toolwire.model import ToolDefinition

CITY = {"type": "string", "description": "Name of the city."}
UNIT = {"type": "string", "enum": ["celsius", "fahrenheit"]}
WHERE = {"type": "object", "properties": {"city": CITY, "unit": UNIT}, "required": ["city"]}
TOOLS = [ToolDefinition(name="get_weather", description="Current weather in a city.", parameters=WHERE)]
MESSAGES = [
    {"role": "system", "content": "Use the tools to answer."},
    {"role": "user", "content": "What is the weather in Paris, in Lima and in Oslo?"},
]


def get_weather(city, unit="celsius"):
    known = {"Paris": (18, "clear"), "Lima": (22, "fog"), "Oslo": (-4, "snow")}
    return dict(zip(("temperature", "sky"), known[city], strict=True))


provider, model, *options = sys.argv[1:] if len(sys.argv) > 2 else sys.exit(__doc__)
try:
    normalizer = Normalizer(provider, base_url=os.environ.get("BASE_URL"))
    asked = normalizer.asked(MESSAGES, tools=TOOLS, model=model, stream="--stream" in options)
    chain = Chain(normalizer, key=os.environ.get("API_KEY"))
    runner = ToolRunner({"get_weather": get_weather}, parallel=True, seconds=10, max_rounds=5)
    with httpx.Client(timeout=60) as client:
        for answer in runner.rounds(chain.asking(client, print), asked.request):
            if answer.text or answer.calls:
                print(answer.text or answer.calls_as("generic"))
except Exception as error:  # docs/library.md lists them
    sys.exit(f"{provider}: {error}")
if (last := answer.response).finish.reason != "stop":
    sys.exit(f"{provider}: {last.error.message if last.error else last.finish.reason}")

"""agno 3.1.10: The request adds tool.parameters/required: unexpected item 1: "unit"

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow bedrock's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ |= {"AWS_ENDPOINT_URL": "http://127.0.0.1:8765"}
from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.aws import AwsBedrock

ANSWERS = [  # of the provider, in order: status, type, body
    (400, "application/json", '{"message":"The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn."}'),
]
REQUESTS = []


class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        print("POST", self.path, body.decode())
        status, kind, answer = ANSWERS[min(len(REQUESTS), len(ANSWERS) - 1)]
        REQUESTS.append(json.loads(body))
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_):
        pass


threading.Thread(target=HTTPServer(("127.0.0.1", 8765), Provider).serve_forever, daemon=True).start()

model = AwsBedrock(
    id="us.anthropic.claude-haiku-4-5-20251001-v1:0",
    aws_access_key_id="none",
    aws_secret_access_key="none",
    aws_region="us-east-1",
    max_tokens=1024,
)
tools = [
    Function(name="get_weather", description="Current weather in a city.", parameters={
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="Use the tools to answer."),
    Message(role="user", content="What is the weather in Paris?"),
    Message(role="assistant", content="I will look that up."),
    Message(role="tool", content='{"temperature": 21}', tool_call_id="paris0001", tool_name="get_weather", tool_call_error=False),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


try:
    answer = ask()
except Exception as error:  # the provider refuses the request, which is right
    print(type(error).__name__)

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at toolConfig/tools/0/toolSpec/inputSchema/json/required?
item = "unit"
items = REQUESTS[0]
for step in ["toolConfig", "tools", 0, "toolSpec", "inputSchema", "json", "required"]:
    items = items[step]
expected, got = False, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

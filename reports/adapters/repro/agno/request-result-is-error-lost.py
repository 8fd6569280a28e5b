"""agno 3.1.10: The request loses result.is_error: expected "error", got nothing

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
    (200, "application/json", '{"metrics":{"latencyMs":971},"output":{"message":{"content":[{"toolUse":{"input":{"id":7},"name":"delete_note","toolUseId":"tooluse_ZmECNl7FoWNRx7hKdmSNuz","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":146,"outputTokens":39,"serverToolUsage":{},"totalTokens":185}}'),
    (200, "application/json", '{"metrics":{"latencyMs":1399},"output":{"message":{"content":[{"text":"I have no tool to delete notes."}],"role":"assistant"}},"stopReason":"end_turn","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":222,"outputTokens":11,"serverToolUsage":{},"totalTokens":233}}'),
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
    Function(name="get_time", description="Local time in a city.", parameters={
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="Use the tools to answer."),
    Message(role="user", content="Delete note 7."),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


answer = ask()
messages.append(answer)
messages.append(Message(role="tool", content="there is no tool delete_note", tool_call_id=answer.tool_calls[0].get("id"), tool_name="delete_note", tool_call_error=True))
answer = ask()

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "error"
got = REQUESTS[1]
for step in ["messages", 2, "content", 0, "toolResult", "status"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""agno 3.1.10: The request loses tool.parameters/additionalProperties: expected false, got nothing

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
    (200, "application/json", '{"metrics":{"latencyMs":2577},"output":{"message":{"content":[{"toolUse":{"input":{"hour":6,"minute":45,"label":null},"name":"set_alarm","toolUseId":"tooluse_MF4t8FcTIuOUblck7YkFgX","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":105,"outputTokens":46,"serverToolUsage":{},"totalTokens":151}}'),
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
    Function(name="set_alarm", description="Set an alarm.", parameters={
        "type": "object",
        "properties": {"hour": {"type": "integer"}, "minute": {"type": "integer"}, "label": {"type": ["string", "null"]}},
        "required": ["hour", "minute", "label"],
        "additionalProperties": False,
    }, strict=True),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="Use the tools to answer."),
    Message(role="user", content="Set an alarm for 6:45, without a label."),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


answer = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = False
got = REQUESTS[0]
for step in ["toolConfig", "tools", 0, "toolSpec", "inputSchema", "json", "additionalProperties"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

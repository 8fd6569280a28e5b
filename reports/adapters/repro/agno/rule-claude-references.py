"""agno 3.1.10: The request breaks the rule bedrock_converse.claude-references: expected a reference to something in the schema, got "#/$defs/address"

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
    (200, "application/json", '{"metrics":{"latencyMs":2678},"output":{"message":{"content":[{"toolUse":{"input":{"sender":{"name":"Ana","town":"Turku"},"receiver":{"name":"Bo","town":"Aarhus"}},"name":"ship_parcel","toolUseId":"tooluse_9qXxJQAwyBhkF9RAQgHgtW","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":125,"outputTokens":59,"serverToolUsage":{},"totalTokens":184}}'),
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
    Function(name="ship_parcel", description="Ship a parcel.", parameters={
        "type": "object",
        "properties": {"sender": {"$ref": "#/$defs/address"}, "receiver": {"$ref": "#/$defs/address"}},
        "required": ["sender", "receiver"],
        "$defs": {
            "address": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "town": {"type": "string"}},
                "required": ["name", "town"],
            },
        },
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="Use the tools to answer."),
    Message(role="user", content="Ship a parcel from Ana in Turku to Bo in Aarhus."),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


answer = ask()

# The provider refuses requests that break its rule bedrock_converse.claude-references: expected a reference to something in the schema.
expected, got = "nothing", "#/$defs/address"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got if json.dumps(got) in json.dumps(REQUESTS[0]) else expected))
assert json.dumps(got) not in json.dumps(REQUESTS[0])

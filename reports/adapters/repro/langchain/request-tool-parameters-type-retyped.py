"""langchain 1.7.2: The request changes the type of tool.parameters/type: expected ["boolean","null"], got "boolean"

Run it: pip install langchain-core==1.7.2 langchain-openai==1.7.3 langchain-anthropic==1.7.7 langchain-google-genai==4.4.2 langchain-ollama==1.1.0 langchain-mistralai==1.1.6 langchain-cohere==0.6.0 langchain-aws==1.9.1 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 ollama==0.6.3 cohere==5.21.1 boto3==1.44.5
The answers follow bedrock's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import StructuredTool
from langchain_aws import ChatBedrockConverse

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"metrics":{"latencyMs":1817},"output":{"message":{"content":[{"toolUse":{"input":{"class":"second","window":null,"meal":"fish","wish":null},"name":"book_seat","toolUseId":"tooluse_9LMYIuacymoJQGsKo24z7a","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":166,"outputTokens":52,"serverToolUsage":{},"totalTokens":218}}'),
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

model = ChatBedrockConverse(
    aws_access_key_id="none",
    aws_secret_access_key="none",
    region_name="us-east-1",
    model="us.anthropic.claude-haiku-4-5-20251001-v1:0",
    endpoint_url="http://127.0.0.1:8765",
    max_tokens=1024,
)
model = model.bind_tools(
    [
        StructuredTool(name="book_seat", description="Book a seat in a train.", func=None, args_schema={
            "type": "object",
            "properties": {
                "class": {"type": "string", "enum": ["first", "second"]},
                "window": {
                    "type": ["boolean", "null"],
                    "description": "Whether at a window; null where it does not matter.",
                },
                "meal": {"type": ["string", "null"], "enum": ["fish", "vegan", None]},
                "wish": {"type": ["string", "null"], "description": "Anything else, or null."},
            },
            "required": ["class", "window", "meal", "wish"],
        }),
    ]
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage("Book a seat in the second class, with the fish. Window or not is all the same, and there is no other wish."),
]
answer = model.invoke(messages)

# The value that the provider should get. "nothing" stands for a missing value.
expected = ["boolean", "null"]
got = REQUESTS[0]
for step in ["toolConfig", "tools", 0, "toolSpec", "inputSchema", "json", "properties", "window", "type"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""langchain 1.7.2: The request adds result.text: expected [], got [{"text":"."}]

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
    (200, "application/json", '{"metrics":{"latencyMs":513},"output":{"message":{"content":[{"toolUse":{"input":{"text":"milk, bread"},"name":"save_note","toolUseId":"tooluse_9qq1FFDbunvkEiHkfMfm9J","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":75,"outputTokens":42,"serverToolUsage":{},"totalTokens":117}}'),
    (200, "application/json", '{"metrics":{"latencyMs":2832},"output":{"message":{"content":[{"text":"The note is saved."}],"role":"assistant"}},"stopReason":"end_turn","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":141,"outputTokens":8,"serverToolUsage":{},"totalTokens":149}}'),
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
        StructuredTool(name="save_note", description="Save a note word for word.", func=None, args_schema={"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}),
    ]
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage('Save this note: "milk, bread".'),
]
answer = model.invoke(messages)
messages.append(answer)
messages.append(ToolMessage(content="", tool_call_id=answer.tool_calls[0]["id"], name="save_note"))
answer = model.invoke(messages)

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = []
got = REQUESTS[1]
for step in ["messages", 2, "content", 0, "toolResult", "content"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

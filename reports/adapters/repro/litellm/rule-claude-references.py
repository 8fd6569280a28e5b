"""litellm 1.106.2: The request breaks the rule bedrock_converse.claude-references: expected a reference to something in the schema, got "#/$defs/section"

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers follow bedrock's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # so that it fetches no list of prices
import litellm  # noqa: E402

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"metrics":{"latencyMs":1295},"output":{"message":{"content":[{"toolUse":{"input":{"root":{"title":"Birds","sections":[{"title":"Owls","sections":[{"title":"Barn owls"}]}]}},"name":"save_outline","toolUseId":"tooluse_LL1Jxe8YQhxh9HRRPwf3mb","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":130,"outputTokens":61,"serverToolUsage":{},"totalTokens":191}}'),
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

messages = [
    {"role": "system", "content": "Use the tools to answer."},
    {"role": "user", "content": 'Save this outline: "Birds", and in it "Owls", and in that "Barn owls".'},
]


def ask():
    answer = litellm.completion(
        model="bedrock/converse/us.anthropic.claude-haiku-4-5-20251001-v1:0",
        messages=messages,
        max_retries=0,
        stream=False,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "save_outline",
                    "description": "Save the outline of a text.",
                    "parameters": {
                        "type": "object",
                        "properties": {"root": {"$ref": "#/$defs/section"}},
                        "required": ["root"],
                        "$defs": {
                            "section": {
                                "type": "object",
                                "properties": {
                                    "title": {"type": "string"},
                                    "sections": {"type": "array", "items": {"$ref": "#/$defs/section"}},
                                },
                                "required": ["title"],
                            },
                        },
                    },
                },
            },
        ],
        max_tokens=1024,
        aws_access_key_id="none",
        aws_secret_access_key="none",
        aws_region_name="us-east-1",
        aws_bedrock_runtime_endpoint="http://127.0.0.1:8765",
    )
    return answer.choices[0].message


message = ask()

# The provider refuses requests that break its rule bedrock_converse.claude-references: expected a reference to something in the schema.
expected, got = "nothing", "#/$defs/section"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got if json.dumps(got) in json.dumps(REQUESTS[0]) else expected))
assert json.dumps(got) not in json.dumps(REQUESTS[0])

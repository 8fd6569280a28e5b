"""litellm 1.106.2: The request loses tool.parameters/default: expected null, got nothing

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
    (200, "application/json", '{"metrics":{"latencyMs":1883},"output":{"message":{"content":[{"text":" leading"},{"toolUse":{"input":{"text":"j\\"E"},"name":"Read","toolUseId":"tooluse_uuIy1Vjzi99Z4f6mIEkCd4","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["[]","%7B%20+","café","\'; DROP TABLE x; --","ﬁ Ω","False","שלום","{}"],"numbers":[-1,0,1.5e+30],"note":"&Жo"},"name":"find","toolUseId":"tooluse_3YSOoCGcxfpR0VtYmjsdx0","type":"tool_use"}},{"toolUse":{"input":{"input":["null","3m6>fYh3-tS&tbRwv2q6nE3yW\\"\';jMp","event: ping"],"key":{"enum":-2147483649},"text":"</think>"},"name":"Read","toolUseId":"tooluse_ahPUgcICL97YOyVujQWoXn","type":"tool_use"}},{"toolUse":{"input":{"text_lines":[],"numbers":[14,-2147483649,1e-07],"note":"fi"},"name":"find","toolUseId":"tooluse_iK1fbaQBlnDB6Ty2VarxFK","type":"tool_use"}},{"toolUse":{"input":{"text":""},"name":"Read","toolUseId":"tooluse_KVQfUzSwr62aHkpPzOYPNf","type":"tool_use"}},{"toolUse":{"input":{"text_lines":[],"numbers":[14,-2147483649,1e-07],"note":"ﬁ"},"name":"find","toolUseId":"tooluse_cZzwbTdn6hTEI0JYsRCT5o","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":2432,"outputTokens":306,"serverToolUsage":{},"totalTokens":2738}}'),
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
    {"role": "system", "content": "true"},
    {"role": "user", "content": "你好"},
    {"role": "assistant", "content": "1e5"},
    {"role": "user", "content": "D"},
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
                    "name": "find",
                    "description": '"quoted"',
                    "parameters": {
                        "type": "object",
                        "properties": {
                            "text_lines": {"type": "array", "items": {"type": "string"}},
                            "numbers": {"type": "array", "items": {"type": "number"}},
                            "note": {"type": "string"},
                        },
                        "required": ["text_lines", "numbers"],
                    },
                },
            },
            {
                "type": "function",
                "function": {
                    "name": "Read",
                    "description": "False",
                    "parameters": {
                        "type": "object",
                        "properties": {
                            "input": {
                                "type": "array",
                                "items": {"type": ["string", "null"]},
                                "description": 'café <b> "q"',
                            },
                            "key": {
                                "type": "object",
                                "properties": {
                                    "enum": {"type": "integer"},
                                    "self": {"type": "array", "items": {"type": "string", "default": "none"}},
                                    "title": {
                                        "type": "object",
                                        "properties": {"key": {"type": ["string", "null"]}},
                                        "required": ["key"],
                                        "description": 'café <b> "q"',
                                    },
                                },
                                "required": ["enum"],
                                "description": 'café <b> "q"',
                            },
                            "text": {"type": "string", "default": "none", "description": 'café <b> "q"'},
                        },
                        "required": ["text"],
                    },
                },
            },
            {
                "type": "function",
                "function": {
                    "name": "handle",
                    "description": "Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. ",
                    "parameters": {
                        "type": "object",
                        "properties": {
                            "matrix": {
                                "type": "array",
                                "items": {"type": "array", "items": {"type": ["number", "null"]}, "maxItems": 4},
                            },
                            "delivery": {
                                "type": "object",
                                "properties": {"by": {"enum": ["post", "pickup"]}, "street": {"type": "string"}},
                                "required": ["by"],
                                "if": {"properties": {"by": {"const": "post"}}},
                                "then": {"required": ["street"]},
                            },
                            "owner": {
                                "anyOf": [
                                    {
                                        "type": "object",
                                        "properties": {"id": {"type": "integer"}},
                                        "required": ["id"],
                                    },
                                    {"type": "null"},
                                ],
                                "default": None,
                            },
                            "share": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
                        },
                    },
                },
            },
        ],
        aws_access_key_id="none",
        aws_secret_access_key="none",
        aws_region_name="us-east-1",
        aws_bedrock_runtime_endpoint="http://127.0.0.1:8765",
    )
    return answer.choices[0].message


message = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = None
got = REQUESTS[0]
for step in ["toolConfig", "tools", 2, "toolSpec", "inputSchema", "json", "properties", "owner", "default"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

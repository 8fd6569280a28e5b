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
    (200, "application/json", '{"metrics":{"latencyMs":1883},"output":{"message":{"content":[{"text":"{\\"a\\": [1, \\"b\\"]}"},{"toolUse":{"input":{"text_lines":["<tool_call>","👩\u200d🚀 🇫🇷","[]","%7B%20+","a\u2028b\u2029c","\'; DROP TABLE x; --","14.0","a\\\\nb \\\\u00e9 \\\\/ \\\\"],"numbers":[-1,0,1.5e+30],"note":"\\\\Yvr&ЖocJñ<YfGaK 3uq6/PU7_3m","callbacks":"7","value":"O-4B","description":14,"properties":"ab-12","from":"null","default":"ab-12"},"name":"find","toolUseId":"tooluse_uuIy1Vjzi99Z4f6mIEkCd4","type":"tool_use"}},{"toolUse":{"input":{"text_lines":[],"numbers":[-2147483649,1e-07,0.30000000000000004],"note":"undefined","callbacks":"true","value":"x\x7f\x85y","description":-0.0,"properties":"ab-12","from":null,"default":"ab-12"},"name":"find","toolUseId":"tooluse_3YSOoCGcxfpR0VtYmjsdx0","type":"tool_use"}},{"toolUse":{"input":{"context":" leading","key":[{},{}]},"name":"Read","toolUseId":"tooluse_ahPUgcICL97YOyVujQWoXn","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["{}"],"numbers":[1,-273.15,14.0],"callbacks":"celsius","value":"```json\\n{}\\n```","description":9007199254740993,"properties":"ab-12","from":"F2qCcpßä eZ\\\\qßEY/E;aFTK6","default":"ab-12"},"name":"find","toolUseId":"tooluse_iK1fbaQBlnDB6Ty2VarxFK","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["None","café","FDä65o<8al,\\nBeYEO4Z/.,p Brpäñ\\"NOJwR5gxc"],"numbers":[9223372036854775808,3.141592653589793,100000000000000000000],"note":"14","callbacks":"celsius","value":"data: [DONE]","description":100,"properties":"ab-12","from":null,"default":"ab-12"},"name":"find","toolUseId":"tooluse_KVQfUzSwr62aHkpPzOYPNf","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["None","café","FDä65o<8al,\\nBeYEO4Z/.,p Brpäñ\\"NOJwR5gxc"],"numbers":[9223372036854775808,3.141592653589793,100000000000000000000],"note":"14.0","callbacks":"celsius","value":"data: [DONE]","description":100,"properties":"ab-12","from":null,"default":"ab-12"},"name":"find","toolUseId":"tooluse_cZzwbTdn6hTEI0JYsRCT5o","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":2545,"outputTokens":564,"serverToolUsage":{},"totalTokens":3109}}'),
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
    {"role": "user", "content": " leading"},
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
                            "callbacks": {"type": "string", "enum": ["celsius", "Fahrenheit", "true", "7"]},
                            "value": {"type": "string"},
                            "description": {"type": "number", "description": "What it is."},
                            "properties": {
                                "type": "string",
                                "pattern": "^[a-z]{2}-\\d+$",
                                "minLength": 4,
                                "maxLength": 9,
                                "examples": ["ab-12"],
                            },
                            "from": {"type": ["string", "null"], "description": "What it is."},
                            "default": {
                                "type": "string",
                                "pattern": "^[a-z]{2}-\\d+$",
                                "minLength": 4,
                                "maxLength": 9,
                                "examples": ["ab-12"],
                                "description": "What it is.",
                            },
                        },
                        "required": [
                            "text_lines",
                            "numbers",
                            "callbacks",
                            "value",
                            "description",
                            "properties",
                            "from",
                            "default",
                        ],
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
                            "context": {"type": "string", "default": "none", "description": "What it is."},
                            "content-type": {
                                "anyOf": [{"type": "string"}, {"type": "integer"}],
                                "description": 'café <b> "q"',
                            },
                            "required": {"type": "string"},
                            "key": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "properties": {
                                        "name": {
                                            "type": "string",
                                            "pattern": "^[a-z]{2}-\\d+$",
                                            "minLength": 4,
                                            "maxLength": 9,
                                            "examples": ["ab-12"],
                                        },
                                    },
                                    "additionalProperties": False,
                                },
                            },
                        },
                        "required": ["context", "key"],
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
                                "items": {"type": "array", "items": {"type": "number"}, "maxItems": 4},
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

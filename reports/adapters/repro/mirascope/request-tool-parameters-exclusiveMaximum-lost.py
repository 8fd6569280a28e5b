"""mirascope 2.8.2: The request loses tool.parameters/exclusiveMaximum: expected 1, got nothing

Run it: pip install mirascope==2.8.2 openai==2.54.0 anthropic==0.125.0 google-genai==1.75.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CQoBdjfNHmJDRafncZy9q","type":"message","role":"assistant","content":[{"type":"text","text":"{\\"a\\": [1, \\"b\\"]}"},{"type":"tool_use","id":"toolu_01Po3sJcC7qWwytoVT8fF8J4","name":"find","input":{"text_lines":["<tool_call>","👩\u200d🚀 🇫🇷","[]","%7B%20+","a\u2028b\u2029c","\'; DROP TABLE x; --","14.0","a\\\\nb \\\\u00e9 \\\\/ \\\\"],"numbers":[-1,0,1.5e+30],"note":"\\\\Yvr&ЖocJñ<YfGaK 3uq6/PU7_3m","callbacks":"7","value":"O-4B","description":14,"properties":"ab-12","from":"null","default":"ab-12"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01Yyhr5ocFBnuf2jBCdx1gSa","name":"find","input":{"text_lines":[],"numbers":[-2147483649,1e-07,0.30000000000000004],"note":"undefined","callbacks":"true","value":"x\x7f\x85y","description":-0.0,"properties":"ab-12","from":null,"default":"ab-12"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01QE3i3ekRS8dmoS8mWgaWqe","name":"Read","input":{"context":" leading","key":[{},{}]},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01jm6R15b9YJg25CLVMMGYTH","name":"find","input":{"text_lines":["{}"],"numbers":[1,-273.15,14.0],"callbacks":"celsius","value":"```json\\n{}\\n```","description":9007199254740993,"properties":"ab-12","from":"F2qCcpßä eZ\\\\qßEY/E;aFTK6","default":"ab-12"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01eBA83gkcg4WHiVs73Z1UR7","name":"find","input":{"text_lines":["None","café","FDä65o<8al,\\nBeYEO4Z/.,p Brpäñ\\"NOJwR5gxc"],"numbers":[9223372036854775808,3.141592653589793,100000000000000000000],"note":"14","callbacks":"celsius","value":"data: [DONE]","description":100,"properties":"ab-12","from":null,"default":"ab-12"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_018DmaXQSMd4HpXKmrK12jhN","name":"find","input":{"text_lines":["None","café","FDä65o<8al,\\nBeYEO4Z/.,p Brpäñ\\"NOJwR5gxc"],"numbers":[9223372036854775808,3.141592653589793,100000000000000000000],"note":"14.0","callbacks":"celsius","value":"data: [DONE]","description":100,"properties":"ab-12","from":null,"default":"ab-12"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":2516,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":564,"service_tier":"standard","inference_geo":"not_available"}}'),
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

llm.register_provider("anthropic", scope="anthropic/", api_key="some-key", base_url="http://127.0.0.1:8765")
model = llm.Model("anthropic/claude-haiku-4-5")
tools = [
    llm.Tool(print, "find", '"quoted"', ToolParameterSchema.model_validate({
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
        "required": ["text_lines", "numbers", "callbacks", "value", "description", "properties", "from", "default"],
    }), strict=None),
    llm.Tool(print, "Read", "False", ToolParameterSchema.model_validate({
        "type": "object",
        "properties": {
            "context": {"type": "string", "default": "none", "description": "What it is."},
            "content-type": {"anyOf": [{"type": "string"}, {"type": "integer"}], "description": 'café <b> "q"'},
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
    }), strict=None),
    llm.Tool(print, "handle", "Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. ", ToolParameterSchema.model_validate({
        "type": "object",
        "properties": {
            "matrix": {"type": "array", "items": {"type": "array", "items": {"type": "number"}, "maxItems": 4}},
            "delivery": {
                "type": "object",
                "properties": {"by": {"enum": ["post", "pickup"]}, "street": {"type": "string"}},
                "required": ["by"],
                "if": {"properties": {"by": {"const": "post"}}},
                "then": {"required": ["street"]},
            },
            "owner": {
                "anyOf": [
                    {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
                    {"type": "null"},
                ],
                "default": None,
            },
            "share": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
        },
    }), strict=None),
]
messages = [
    llm.messages.system("true"),
    llm.messages.user("你好"),
    llm.messages.assistant([llm.Text(text="1e5"), ], model_id="anthropic/claude-haiku-4-5", provider_id="anthropic"),
    llm.messages.user(" leading"),
]
answer = model.call(messages, tools=tools)


# The value that the provider should get. "nothing" stands for a missing value.
expected = 1
got = REQUESTS[0]
for step in ["tools", 2, "input_schema", "properties", "share", "exclusiveMaximum"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

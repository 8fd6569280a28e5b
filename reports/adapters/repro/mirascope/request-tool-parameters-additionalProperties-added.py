"""mirascope 2.8.2: The request adds tool.parameters/additionalProperties: expected nothing, got false

Run it: pip install mirascope==2.8.2 openai==2.54.0 anthropic==0.125.0 google-genai==1.75.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CLUEZQ3JRUonTRo16b2Vh","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01Z3RNTxiDY8nXrTZiy6rcEN","name":"create_event","input":{},"caller":{"type":"direct"}}],"stop_reason":"max_tokens","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":211,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":64,"service_tier":"standard","inference_geo":"not_available"}}'),
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
    llm.Tool(print, "create_event", "Put an event into the calendar.", ToolParameterSchema.model_validate({
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "when": {
                "type": "object",
                "properties": {
                    "date": {"type": "string"},
                    "hours": {"type": "array", "items": {"type": "integer"}},
                    "offset": {"type": "integer"},
                },
                "required": ["date", "hours"],
            },
            "guests": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "required": {"type": "boolean"}},
                    "required": ["name"],
                },
            },
            "room": {"type": ["string", "null"]},
            "note": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "options": {"type": "object"},
        },
        "required": ["title", "when", "guests"],
    }), strict=None),
]
messages = [
    llm.messages.system("Use the tools to answer."),
    llm.messages.user('Plan "Review" on 2026-03-01 at 0 and 14, two hours behind, with Ana (required) and Bo (not required): no room, an empty note, no tags, no options.'),
]
answer = model.call(messages, tools=tools)


# The value that the provider should get. "nothing" stands for a missing value.
expected = "nothing"
got = REQUESTS[0]
for step in ["tools", 0, "input_schema", "properties", "options", "additionalProperties"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

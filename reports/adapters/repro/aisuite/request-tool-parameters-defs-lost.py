"""aisuite 0.2.0: The request loses tool.parameters/$defs: expected {"section":{"type":"object","properties":{"title":{"type":"string"},"sections":{"type":"array","items":{"$ref":"#/$defs/section"}}},"required":["title"]}}, got nothing

Run it: pip install aisuite==0.2.0 openai==1.109.1 anthropic==0.125.0 mcp==2.3.0
The answers are written from anthropic's documentation and SDK, 2026-11-21; they are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import aisuite

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CtB8kttMuWAjERf2MQVs2","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01Wr34gs6G7po3eko63Vb4yb","name":"save_outline","input":{"root":{"title":"Birds","sections":[{"title":"Owls","sections":[{"title":"Barn owls"}]}]}},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":117,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":61,"service_tier":"standard","inference_geo":"not_available"}}'),
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

client = aisuite.Client({"anthropic": {"api_key": "some-key", "base_url": "http://127.0.0.1:8765", "max_retries": 0}})
messages = [
    {"role": "system", "content": "Use the tools to answer."},
    {"role": "user", "content": 'Save this outline: "Birds", and in it "Owls", and in that "Barn owls".'},
]


def ask():
    answer = client.chat.completions.create(
        model="anthropic:claude-haiku-4-5",
        messages=list(messages),
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
    )
    return answer.choices[0].message, answer.choices[0].message.tool_calls or []


message, calls = ask()

# What the provider should get there; "nothing" is what is not there.
expected = {
    "section": {
        "type": "object",
        "properties": {"title": {"type": "string"}, "sections": {"type": "array", "items": {"$ref": "#/$defs/section"}}},
        "required": ["title"],
    },
}
got = REQUESTS[0]
for step in ["tools", 0, "input_schema", "$defs"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

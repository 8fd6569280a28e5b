"""aisuite 0.2.0: The request changes image: expected {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAGklEQVR42mM4IScHR/+RAAMVJZA5yIqoKAEAJXaAITGE9iEAAAAASUVORK5CYII="}}, ...

Run it: pip install aisuite==0.2.0 openai==1.109.1 anthropic==0.125.0 mcp==2.3.0
The answers are written from anthropic's documentation and SDK, 2026-11-21; they are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import aisuite

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011C2AiNHcfuEAHngqBKCPiz","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01gSSHDv5cJPt3SXFoZ4P51S","name":"draw_plan","input":{"floor":2},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":68,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":39,"service_tier":"standard","inference_geo":"not_available"}}'),
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CGwP4LPRz115BjEkPcGE4","type":"message","role":"assistant","content":[{"type":"text","text":"The plan is red and white."}],"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":194,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":10,"service_tier":"standard","inference_geo":"not_available"}}'),
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
    {"role": "user", "content": "Draw the plan of floor 2, and say which colours it has."},
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
                    "name": "draw_plan",
                    "description": "Draw the plan of a floor.",
                    "parameters": {"type": "object", "properties": {"floor": {"type": "integer"}}, "required": ["floor"]},
                },
            },
        ],
        max_tokens=1024,
    )
    return answer.choices[0].message, answer.choices[0].message.tool_calls or []


message, calls = ask()
messages.append(message)
messages.append({"role": "tool", "tool_call_id": calls[0].id, "content": [
    {"type": "text", "text": "The plan of floor 2."},
    {
        "type": "image_url",
        "image_url": {
            "url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAGklEQVR42mM4IScHR/+RAAMVJZA5yIqoKAEAJXaAITGE9iEAAAAASUVORK5CYII=",
        },
    },
]})
message, calls = ask()

# What the provider should get there, in request 2; "nothing" is what is not there.
expected = {
    "type": "image",
    "source": {
        "type": "base64",
        "media_type": "image/png",
        "data": "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAGklEQVR42mM4IScHR/+RAAMVJZA5yIqoKAEAJXaAITGE9iEAAAAASUVORK5CYII=",
    },
}
got = REQUESTS[1]
for step in ["messages", 2, "content", 0, "content", 1]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""aisuite 0.2.0: The request changes the type of system: expected "Use the tools to answer.", got []

Run it: pip install aisuite==0.2.0 openai==1.109.1 anthropic==0.125.0 mcp==2.3.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import aisuite

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011C9JVXvR5BVDhEvyBoKjwN","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_019v34CAMCgJkpGteQoQJoDC","name":"ping","input":{},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":47,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":35,"service_tier":"standard","inference_geo":"not_available"}}'),
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011Cmx7jz6CdUQ6EAGUeaJYR","type":"message","role":"assistant","content":[{"type":"text","text":"The service answers."}],"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":111,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":9,"service_tier":"standard","inference_geo":"not_available"}}'),
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
messages = [{"role": "system", "content": "Use the tools to answer."}, {"role": "user", "content": "Ping the service."}]


def ask():
    answer = client.chat.completions.create(
        model="anthropic:claude-haiku-4-5",
        messages=messages,
        stream=False,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "ping",
                    "description": "Check that the service answers.",
                    "parameters": {"type": "object", "properties": {}},
                },
            },
        ],
        max_tokens=1024,
    )
    return answer.choices[0].message, answer.choices[0].message.tool_calls or []


message, calls = ask()
messages.append(message)
messages.append({"role": "tool", "tool_call_id": calls[0].id, "content": "ok"})
message, calls = ask()

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "Use the tools to answer."
got = REQUESTS[1]
for step in ["system"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

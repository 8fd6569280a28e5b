"""aisuite 0.2.0: The request changes tool_choice: expected {"type":"any"}, got "required"

Run it: pip install aisuite==0.2.0 openai==1.109.1 anthropic==0.125.0 mcp==2.3.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import aisuite

ANSWERS = [  # of the provider, in order: status, type, body
    (400, "application/json", '{"type":"error","error":{"type":"invalid_request_error","message":"tool_choice: tool_choice may only be specified while providing tools."},"request_id":"req_011CytF7kDSTF7WVDcA29uSQ"}'),
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
    {"role": "user", "content": "What is the weather in Paris?"},
]


def ask():
    answer = client.chat.completions.create(
        model="anthropic:claude-haiku-4-5",
        messages=messages,
        stream=False,
        tool_choice="required",
        max_tokens=1024,
    )
    return answer.choices[0].message, answer.choices[0].message.tool_calls or []


try:
    message, calls = ask()
except Exception as error:  # the provider refuses the request, which is right
    print(type(error).__name__)

# The value that the provider should get. "nothing" stands for a missing value.
expected = {"type": "any"}
got = REQUESTS[0]
for step in ["tool_choice"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""agno 3.1.10: The adapter loses calls: expected 1 call (create_event), got no calls

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.anthropic import Claude

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

model = Claude(
    id="claude-haiku-4-5",
    api_key="some-key",
    client_params={"base_url": "http://127.0.0.1:8765", "max_retries": 0},
    max_tokens=64,
)
tools = [
    Function(name="create_event", description="Put an event into the calendar.", parameters={
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
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="Use the tools to answer."),
    Message(role="user", content='Plan "Review" on 2026-03-01 at 0 and 14, two hours behind, with Ana (required) and Bo (not required): no room, an empty note, no tags, no options.'),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


answer = ask()

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call.get("id"), call["function"]["name"], call["function"]["arguments"]) for call in answer.tool_calls or ()]
text, reasoning = answer.get_content_string(), answer.reasoning_content or ""
expected = ["create_event"]
got = [name or "" for _, name, _ in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

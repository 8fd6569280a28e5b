"""mirascope 2.8.2: The request loses result.is_error: expected true, got nothing

Run it: pip install mirascope==2.8.2 openai==2.54.0 anthropic==0.125.0 google-genai==1.75.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CPJBccQkjoHmjZsYKVDp3","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01qHU9RDeLZUSFWFShLQyCri","name":"delete_note","input":{"id":7},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":127,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":39,"service_tier":"standard","inference_geo":"not_available"}}'),
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CyvNtKA9torCsZL3hbXBK","type":"message","role":"assistant","content":[{"type":"text","text":"I have no tool to delete notes."}],"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":205,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":11,"service_tier":"standard","inference_geo":"not_available"}}'),
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
    llm.Tool(print, "get_weather", "Current weather in a city.", ToolParameterSchema.model_validate({
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }), strict=None),
    llm.Tool(print, "get_time", "Local time in a city.", ToolParameterSchema.model_validate({
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }), strict=None),
]
messages = [
    llm.messages.system("Use the tools to answer."),
    llm.messages.user("Delete note 7."),
]
answer = model.call(messages, tools=tools)
results = [llm.ToolOutput(id=answer.tool_calls[0].id, name="delete_note", result="there is no tool delete_note", error=llm.ToolExecutionError("there is no tool delete_note"))]
answer = answer.resume(results)


# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = True
got = REQUESTS[1]
for step in ["messages", 2, "content", 0, "is_error"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

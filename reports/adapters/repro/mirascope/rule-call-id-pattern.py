"""mirascope 2.8.2: The request breaks the rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+, got "functions.get_weather:0"

Run it: pip install mirascope==2.8.2 openai==2.54.0 anthropic==0.125.0 google-genai==1.75.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CHnjpbhtkdn2xGCtzXu5u","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01Upmunfh3tLbYpgpzRkkQoV","name":"get_weather","input":{"city":"Lagos"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":282,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":41,"service_tier":"standard","inference_geo":"not_available"}}'),
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
    llm.messages.user("What are the weather and the time in Minsk?"),
    llm.messages.assistant([llm.ToolCall(id="functions.get_weather:0", name="get_weather", args='{"city": "Minsk"}'), llm.ToolCall(id="functions.get_time:1", name="get_time", args='{"city": "Minsk"}')], model_id="anthropic/claude-haiku-4-5", provider_id="anthropic"),
    llm.messages.user([llm.ToolOutput(id="functions.get_weather:0", name="get_weather", result='{"temperature": 3, "sky": "snow"}', error=None), llm.ToolOutput(id="functions.get_time:1", name="get_time", result='{"time": "19:15"}', error=None)]),
    llm.messages.assistant([llm.Text(text="It is 19:15 in Minsk, with snow and 3 degrees."), ], model_id="anthropic/claude-haiku-4-5", provider_id="anthropic"),
    llm.messages.user("And the weather in Lagos?"),
]
answer = model.call(messages, tools=tools)


# The provider refuses requests that break its rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+.
expected, got = "nothing", "functions.get_weather:0"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got if json.dumps(got) in json.dumps(REQUESTS[0]) else expected))
assert json.dumps(got) not in json.dumps(REQUESTS[0])

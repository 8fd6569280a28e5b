"""agno 3.1.10: The request loses result.name: expected "get_time", got nothing

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow ollama's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.ollama import Ollama

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json; charset=utf-8", '{"model":"qwen3:8b","created_at":"2026-11-01T14:04:23.706356467Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_7qgfjobq","function":{"index":0,"name":"get_weather","arguments":{"city":"Cork"}}},{"id":"call_9u4wqmx0","function":{"index":1,"name":"get_time","arguments":{"city":"Cork"}}}]},"done":true,"done_reason":"stop","total_duration":1190656778,"load_duration":44152601,"prompt_eval_count":156,"prompt_eval_duration":114704516,"eval_count":48,"eval_duration":1025580209}'),
    (200, "application/json; charset=utf-8", '{"model":"qwen3:8b","created_at":"2026-11-01T14:04:28.130762576Z","message":{"role":"assistant","content":"It is 17:40 in Cork, with rain and 7 degrees."},"done":true,"done_reason":"stop","total_duration":614903372,"load_duration":38253469,"prompt_eval_count":238,"prompt_eval_duration":240151042,"eval_count":12,"eval_duration":333160161}'),
]
REQUESTS = []


class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        if not self.path.endswith("/chat"):
            self.send_error(404)
            return
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

model = Ollama(id="qwen3:8b", host="http://127.0.0.1:8765", options={"num_predict": 1024})
tools = [
    Function(name="get_weather", description="Current weather in a city.", parameters={
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }, strict=None),
    Function(name="get_time", description="Local time in a city.", parameters={
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="Use the tools to answer."),
    Message(role="user", content="What are the weather and the time in Cork?"),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


answer = ask()
messages.append(answer)
messages.append(Message(role="tool", content='{"time": "17:40"}', tool_call_id=answer.tool_calls[1].get("id"), tool_name="get_time", tool_call_error=False))
messages.append(Message(role="tool", content='{"temperature": 7, "sky": "rain"}', tool_call_id=answer.tool_calls[0].get("id"), tool_name="get_weather", tool_call_error=False))
answer = ask()

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "get_time"
got = REQUESTS[1]
for step in ["messages", 3, "tool_name"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

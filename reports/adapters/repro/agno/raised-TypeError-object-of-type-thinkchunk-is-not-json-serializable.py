"""agno 3.1.10: The adapter raises TypeError: Object of type ThinkChunk is not JSON serializable (agno/models/message.py:139)

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow mistral's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.mistral import MistralChat

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"id":"4f14f3521d4a515c7370dcea5254e587","created":1793518018,"model":"mistral-small-latest","usage":{"prompt_tokens":133,"total_tokens":162,"completion_tokens":29,"prompt_tokens_details":{"cached_tokens":0},"service_tier":"standard"},"object":"chat.completion","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","tool_calls":[{"id":"vvalqPj8B","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\": \\"Berlin\\"}"},"index":0}],"content":[{"type":"thinking","thinking":[{"type":"text","text":"A tool must be called. The weather is the likelier question."}]}]}}]}'),
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

model = MistralChat(id="mistral-small-latest", api_key="some-key", endpoint="http://127.0.0.1:8765", max_tokens=4096)
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
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools], "tool_choice": "any"}
messages = [
    Message(role="user", content="Berlin?"),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


answer = ask()

calls = [(call.get("id"), call["function"]["name"], call["function"]["arguments"]) for call in answer.tool_calls or ()]
text, reasoning = answer.get_content_string(), answer.reasoning_content or ""
# Expected: {"calls": [["get_weather", {"city": "Berlin"}]]}
# Got: TypeError: Object of type ThinkChunk is not JSON serializable

"""haystack 3.4.0: The request loses result.name: expected "get_time", got nothing

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow ollama's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack_integrations.components.generators.ollama import OllamaChatGenerator

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

generator = OllamaChatGenerator(model="qwen3:8b", url="http://127.0.0.1:8765", generation_kwargs={"num_predict": 1024})
tools = [
    Tool("get_weather", "Current weather in a city.", {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }, print),
    Tool("get_time", "Local time in a city.", {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }, print),
]
messages = [
    ChatMessage.from_system("Use the tools to answer."),
    ChatMessage.from_user("What are the weather and the time in Cork?"),
]


def ask():
    return generator.run(messages, tools=tools)["replies"][0]


answer = ask()
messages.append(answer)
messages.append(ChatMessage.from_tool('{"time": "17:40"}', answer.tool_calls[1]))
messages.append(ChatMessage.from_tool('{"temperature": 7, "sky": "rain"}', answer.tool_calls[0]))
answer = ask()

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "get_time"
got = REQUESTS[1]
for step in ["messages", 3, "tool_name"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""haystack 3.4.0: The request breaks the rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+, got "functions.get_weather:0"

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ |= {"ANTHROPIC_BASE_URL": "http://127.0.0.1:8765"}
from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack.utils import Secret
from haystack_integrations.components.generators.anthropic import AnthropicChatGenerator

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

generator = AnthropicChatGenerator(
    model="claude-haiku-4-5",
    api_key=Secret.from_token(token="some-key"),
    ignore_tools_thinking_messages=False,
    max_retries=0,
    generation_kwargs={"max_tokens": 1024},
)
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
    ChatMessage.from_user("What are the weather and the time in Minsk?"),
    ChatMessage.from_assistant(None, tool_calls=[ToolCall("get_weather", json.loads('{"city": "Minsk"}'), "functions.get_weather:0"), ToolCall("get_time", json.loads('{"city": "Minsk"}'), "functions.get_time:1")]),
    ChatMessage.from_tool('{"temperature": 3, "sky": "snow"}', ToolCall("get_weather", json.loads('{"city": "Minsk"}'), "functions.get_weather:0")),
    ChatMessage.from_tool('{"time": "19:15"}', ToolCall("get_time", json.loads('{"city": "Minsk"}'), "functions.get_time:1")),
    ChatMessage.from_assistant("It is 19:15 in Minsk, with snow and 3 degrees."),
    ChatMessage.from_user("And the weather in Lagos?"),
]


def ask():
    return generator.run(messages, tools=tools)["replies"][0]


answer = ask()

# The provider refuses requests that break its rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+.
expected, got = "nothing", "functions.get_weather:0"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got if json.dumps(got) in json.dumps(REQUESTS[0]) else expected))
assert json.dumps(got) not in json.dumps(REQUESTS[0])

"""haystack 3.4.0: The adapter raises TypeError: sequence item 1: expected str instance, list found (haystack_integrations/components/generators/mistral/chat/chat_generator.py:377; haystack/components/generators/utils.py:125)

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow mistral's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack.utils import Secret
from haystack_integrations.components.generators.mistral import MistralChatGenerator

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream; charset=utf-8",
        'data: {"id":"085beb1463f25d4465bc8200be02516c","object":"chat.completion.chunk","created":1793511086,"model":"mistral-small-latest","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}\n'
        "\n"
        'data: {"id":"085beb1463f25d4465bc8200be02516c","object":"chat.completion.chunk","created":1793511086,"model":"mistral-small-latest","choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"A tool must be called. T"}]}]},"finish_reason":null}],"p":"abcd"}\n'
        "\n"
        'data: {"id":"085beb1463f25d4465bc8200be02516c","object":"chat.completion.chunk","created":1793511086,"model":"mistral-small-latest","choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"he weather is the "}]}]},"finish_reason":null}],"p":"abcdefghijklmnop"}\n'
        "\n"
        'data: {"id":"085beb1463f25d4465bc8200be02516c","object":"chat.completion.chunk","created":1793511086,"model":"mistral-small-latest","choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"likelier "}]}]},"finish_reason":null}],"p":"abcdefghijklmn"}\n'
        "\n"
        'data: {"id":"085beb1463f25d4465bc8200be02516c","object":"chat.completion.chunk","created":1793511086,"model":"mistral-small-latest","choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"question."}]}]},"finish_reason":null}],"p":"abcdefghijklmn"}\n'
        "\n"
        'data: {"id":"085beb1463f25d4465bc8200be02516c","object":"chat.completion.chunk","created":1793511086,"model":"mistral-small-latest","choices":[{"index":0,"delta":{"tool_calls":[{"id":"3ZPVWJGXM","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\": \\"Berlin\\"}"},"index":0}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":133,"total_tokens":162,"completion_tokens":29,"prompt_tokens_details":{"cached_tokens":0},"service_tier":"standard"},"p":"abcdefghi"}\n'
        "\n"
        "data: [DONE]\n"
        "\n",
    ),
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

generator = MistralChatGenerator(
    model="mistral-small-latest",
    api_base_url="http://127.0.0.1:8765/v1",
    max_retries=0,
    api_key=Secret.from_token(token="some-key"),
    generation_kwargs={"max_tokens": 4096},
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
    ChatMessage.from_user("Berlin?"),
]


def ask():
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None, generation_kwargs={"tool_choice": "required"})["replies"][0]


answer = ask()

calls = [(call.id, call.tool_name, call.arguments) for call in answer.tool_calls]
text, reasoning = "".join(answer.texts), answer.reasoning.reasoning_text if answer.reasoning else ""
# Expected: {"calls": [["get_weather", {"city": "Berlin"}]]}
# Got: TypeError: sequence item 1: expected str instance, list found

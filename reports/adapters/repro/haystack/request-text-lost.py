"""haystack 3.4.0: The request loses text: missing item 0: {"text":"I will look up the time in Oslo."}

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ |= {"GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:8765"}
from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack.utils import Secret
from haystack_integrations.components.generators.google_genai import GoogleGenAIChatGenerator

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/json; charset=UTF-8",
        "{\n"
        '  "candidates": [\n'
        "    {\n"
        '      "content": {\n'
        '        "parts": [\n'
        "          {\n"
        '            "text": "I will look up the time in Oslo."\n'
        "          },\n"
        "          {\n"
        '            "functionCall": {\n'
        '              "name": "get_time",\n'
        '              "args": {\n'
        '                "city": "Oslo"\n'
        "              }\n"
        "            },\n"
        '            "thoughtSignature": "CuIBAefZXXCgF8ByAJGGdCJR0KAYCJI/FzmHuwNNZimgYV4AYVXGMIIWs4whx2IvOp0j+csMyhXrEUvy5gqSRr3W98OxavFurlBx3GlIQR1WqCHOuXfBlePrDo7+eo+MQsXRpK3ePkOtDDMRCb4B6LQio3/7JRb6M+GylM+SR+pIJPayLxUs/3sVXi7EzE8m4h6/XXt3I+W9pyTWaVGK9StCV5GRygh89SUqengtaXIzdISYOw7TCX+pp96/TLBPNDcai0QdYPgsg81L7eI/pVcM+OqIddukjvUvYOaNhsBRr1cYlQ=="\n'
        "          }\n"
        "        ],\n"
        '        "role": "model"\n'
        "      },\n"
        '      "finishReason": "STOP",\n'
        '      "index": 0,\n'
        '      "finishMessage": "Model generated function call(s)."\n'
        "    }\n"
        "  ],\n"
        '  "usageMetadata": {\n'
        '    "promptTokenCount": 164,\n'
        '    "candidatesTokenCount": 18,\n'
        '    "totalTokenCount": 225,\n'
        '    "promptTokensDetails": [\n'
        "      {\n"
        '        "modality": "TEXT",\n'
        '        "tokenCount": 164\n'
        "      }\n"
        "    ],\n"
        '    "thoughtsTokenCount": 43,\n'
        '    "serviceTier": "standard"\n'
        "  },\n"
        '  "modelVersion": "gemini-2.5-flash",\n'
        '  "responseId": "IRnnajbtSn9c3iLR0fCkPkM"\n'
        "}\n",
    ),
    (
        200,
        "application/json; charset=UTF-8",
        "{\n"
        '  "candidates": [\n'
        "    {\n"
        '      "content": {\n'
        '        "parts": [\n'
        "          {\n"
        '            "text": "It is 12:20 in Oslo."\n'
        "          }\n"
        "        ],\n"
        '        "role": "model"\n'
        "      },\n"
        '      "finishReason": "STOP",\n'
        '      "index": 0\n'
        "    }\n"
        "  ],\n"
        '  "usageMetadata": {\n'
        '    "promptTokenCount": 307,\n'
        '    "candidatesTokenCount": 5,\n'
        '    "totalTokenCount": 312,\n'
        '    "promptTokensDetails": [\n'
        "      {\n"
        '        "modality": "TEXT",\n'
        '        "tokenCount": 307\n'
        "      }\n"
        "    ],\n"
        '    "serviceTier": "standard"\n'
        "  },\n"
        '  "modelVersion": "gemini-2.5-flash",\n'
        '  "responseId": "JhnnaiZ4M5tgOK-ZpSY7T0Q"\n'
        "}\n",
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

generator = GoogleGenAIChatGenerator(
    model="gemini-2.5-flash",
    api_key=Secret.from_token(token="some-key"),
    generation_kwargs={"max_output_tokens": 1024},
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
    ChatMessage.from_system("Say what you are about to do, then use a tool."),
    ChatMessage.from_user("Say what you will do, then look up the time in Oslo."),
]


def ask():
    return generator.run(messages, tools=tools)["replies"][0]


answer = ask()
messages.append(answer)
messages.append(ChatMessage.from_tool('{"time": "12:20"}', answer.tool_calls[0]))
answer = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at contents/1/parts, in request 2?
item = {"text": "I will look up the time in Oslo."}
items = REQUESTS[1]
for step in ["contents", 1, "parts"]:
    items = items[step]
expected, got = True, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""haystack 3.4.0: The request loses call: missing item 1: {"functionCall":{"args":{"city":"Cork"},"name":"get_time"}}

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers are written from gemini's documentation and SDK, 2026-11-21; they are not recorded.
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
        '            "functionCall": {\n'
        '              "name": "get_weather",\n'
        '              "args": {\n'
        '                "city": "Cork"\n'
        "              }\n"
        "            },\n"
        '            "thoughtSignature": "CuIBAbsAAZPGuRRHH/HF8kTzaMS5ps7E9n2SsGKMgFoTRiFsuoH/rKKP7OdDMis8voFu0onoNbhjhGZLKvr4LUD2ea4iG+q5JNQjUIZuWHnlnokwlPb8wtwEnly8nwXS3SWc3xSl+Qsp7fytdaP+3DlWytQWSb6cpVKK/RjKTLPnJimRqEPstYky3zuw1UIPxX8ePtFIsEl1MiCnxbxDnweIAYeK2zEhKu7kND9NdeEiXvfyRiVxXJDAFmE4Xix9t9wHnz6ER7qcRSI+5xVGN2kbgTTpCrjg5alDW3HqJz/1OwKCQg=="\n'
        "          },\n"
        "          {\n"
        '            "functionCall": {\n'
        '              "name": "get_time",\n'
        '              "args": {\n'
        '                "city": "Cork"\n'
        "              }\n"
        "            }\n"
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
        '    "promptTokenCount": 156,\n'
        '    "candidatesTokenCount": 21,\n'
        '    "totalTokenCount": 217,\n'
        '    "promptTokensDetails": [\n'
        "      {\n"
        '        "modality": "TEXT",\n'
        '        "tokenCount": 156\n'
        "      }\n"
        "    ],\n"
        '    "thoughtsTokenCount": 40,\n'
        '    "serviceTier": "standard"\n'
        "  },\n"
        '  "modelVersion": "gemini-2.5-flash",\n'
        '  "responseId": "B6vmauETqAdqM-oZBfXdjfE"\n'
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
        '            "text": "It is 17:40 in Cork, with rain and 7 degrees."\n'
        "          }\n"
        "        ],\n"
        '        "role": "model"\n'
        "      },\n"
        '      "finishReason": "STOP",\n'
        '      "index": 0\n'
        "    }\n"
        "  ],\n"
        '  "usageMetadata": {\n'
        '    "promptTokenCount": 331,\n'
        '    "candidatesTokenCount": 11,\n'
        '    "totalTokenCount": 342,\n'
        '    "promptTokensDetails": [\n'
        "      {\n"
        '        "modality": "TEXT",\n'
        '        "tokenCount": 331\n'
        "      }\n"
        "    ],\n"
        '    "serviceTier": "standard"\n'
        "  },\n"
        '  "modelVersion": "gemini-2.5-flash",\n'
        '  "responseId": "DKvmagoQYtHrcTRa-TIYcwE"\n'
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

generator = GoogleGenAIChatGenerator(model="gemini-2.5-flash", api_key=Secret.from_token(token="some-key"))
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
messages.append(ChatMessage.from_tool('{"time": "17:40"}', answer.tool_calls[0]))
messages.append(ChatMessage.from_tool('{"temperature": 7, "sky": "rain"}', answer.tool_calls[0]))
answer = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at contents/1/parts, in request 2?
item = {"functionCall": {"args": {"city": "Cork"}, "name": "get_time"}}
items = REQUESTS[1]
for step in ["contents", 1, "parts"]:
    items = items[step]
expected, got = True, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""haystack 3.4.0: The request changes result: missing item 0: {"functionResponse":{"name":"get_weather","response":{"output":"{\\"temperature\\": 7, \\"sky\\": \\"rain\\"}"}}}

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
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "get_weather","args": {"city": "Cork"}},"thoughtSignature": "CuIBAXba/SrbA4W+JVQVu0rcT1Ft7uzTDi5hicVRRnokH9We3TFeURckSI0Gba29I2EVZB+3TLXZ3+Zdg2bgXP2S2mc8+Eh4s1oImrIdbNrYp3lSuxD6Z/YDJDs9oeGprJuhl/csRa2Y/T7/YgfftqEWSoXxRZSGIqoIFk46mlh/c6MfBSePWVcYRpaivL2wMgNLDE54P+YxU+XLgFN4M+o4hxKmeHhKMMJUwyW01+niA6fMyIdarxjWGevH7xRYsxVpbfhDDKdAb8RFa0gx1tbzVivmrFnPWtIqk+T9UjN0LjmMtg=="},{"functionCall": {"name": "get_time","args": {"city": "Cork"}}}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 156,"candidatesTokenCount": 21,"totalTokenCount": 232,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 156}],"thoughtsTokenCount": 55,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "vi7napSD0k4fiuq0MXq2yPw"}\r\n'
        "\r\n",
    ),
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"text": "It is 17:"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 331,"candidatesTokenCount": 2,"totalTokenCount": 333,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 331}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "wy7najgSQIDXf1tCe6O3vH4"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "40 in Cork"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 331,"candidatesTokenCount": 4,"totalTokenCount": 335,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 331}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "wy7najgSQIDXf1tCe6O3vH4"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": ", with rain and"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 331,"candidatesTokenCount": 7,"totalTokenCount": 338,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 331}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "wy7najgSQIDXf1tCe6O3vH4"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": " 7 degrees"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 331,"candidatesTokenCount": 9,"totalTokenCount": 340,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 331}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "wy7najgSQIDXf1tCe6O3vH4"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "."}],"role": "model"},"finishReason": "STOP","index": 0}],"usageMetadata": {"promptTokenCount": 331,"candidatesTokenCount": 10,"totalTokenCount": 341,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 331}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "wy7najgSQIDXf1tCe6O3vH4"}\r\n'
        "\r\n",
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
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None)["replies"][0]


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


# Is there an item with these members at contents/2/parts, in request 2?
item = {"functionResponse": {"name": "get_weather", "response": {"output": '{"temperature": 7, "sky": "rain"}'}}}
items = REQUESTS[1]
for step in ["contents", 2, "parts"]:
    items = items[step]
expected, got = True, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

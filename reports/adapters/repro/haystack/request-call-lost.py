"""haystack 3.4.0: The request loses call: missing item 1: {"functionCall":{"args":{"sides":6},"name":"roll_die"}}

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
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "roll_die","args": {"sides": 6}},"thoughtSignature": "CuIBAZL3Y0+NGgwlrz0PHvXePz9B9/u4znhTzabaEo5eNZ0kUVaP84IrVHuOYoGwxAzuNJNWevZihA3AfkJPqItuTZDj53WpeAoB523NSr7vb1o96K6EheCgR+mQ9n9wDlvAQqOmRx5uR91NKfnHniSHCIAsP6cpfei4Fi2YgFRBwgdqRt1bbYohhO/OVWO/cv3yINwZh0xbBgCJMULR1qTMY3rfWxpgxURf3iI/cPr0+VF/heaBGdOH+y8mF53NmKjBBL6RlK/LraEC1m325UOvtrIlDDMi/L9OrEONpmeM9WmJmA=="},{"functionCall": {"name": "roll_die","args": {"sides": 6}}}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 92,"candidatesTokenCount": 18,"totalTokenCount": 169,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 92}],"thoughtsTokenCount": 59,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "W8_nalRbU2njIc11z7Cm7HY"}\r\n'
        "\r\n",
    ),
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"text": "The dice s"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 256,"candidatesTokenCount": 2,"totalTokenCount": 258,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 256}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "YM_nasVeLj5H7LkP8I3A21I"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "how 3 and 5."}],"role": "model"},"finishReason": "STOP","index": 0}],"usageMetadata": {"promptTokenCount": 256,"candidatesTokenCount": 5,"totalTokenCount": 261,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 256}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "YM_nasVeLj5H7LkP8I3A21I"}\r\n'
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

generator = GoogleGenAIChatGenerator(
    model="gemini-2.5-flash",
    api_key=Secret.from_token(token="some-key"),
    generation_kwargs={"max_output_tokens": 1024},
)
tools = [
    Tool("roll_die", "Roll a die.", {
        "type": "object",
        "properties": {"sides": {"type": "integer", "description": "The number of sides."}},
        "required": ["sides"],
    }, print),
]
messages = [
    ChatMessage.from_system("Use the tools to answer."),
    ChatMessage.from_user("Roll two dice with six sides, one call for each."),
]


def ask():
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None)["replies"][0]


answer = ask()
messages.append(answer)
messages.append(ChatMessage.from_tool('{"shown": 3}', answer.tool_calls[0]))
messages.append(ChatMessage.from_tool('{"shown": 5}', answer.tool_calls[0]))
answer = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# How many items are there with these members at contents/1/parts, in request 2?
item = {"functionCall": {"args": {"sides": 6}, "name": "roll_die"}}
items = REQUESTS[1]
for step in ["contents", 1, "parts"]:
    items = items[step]
expected, got = 2, sum(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

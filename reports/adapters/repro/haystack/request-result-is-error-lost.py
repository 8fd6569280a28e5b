"""haystack 3.4.0: The request loses result.is_error: expected "there is no tool delete_note", got nothing

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
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "delete_note","args": {"id": 7}},"thoughtSignature": "CuIBAQ3WiuPo6WQn2y/3PN9Y9NF2q0PNPc2E9csq3701uAm38IU9OWjT6CkNbfX8P8b8fgW6uJZDwWDnvTdLJOqDIbopp3AttGtegaaPTdBIbNr5OEMQb9pFBiZ7gr+Jqt/igPT2TU7bNLpYnyschE+qcklbPeLVGZZAv5VKJu4b8EOA67nfFymQq9A3zYSg4YzuYx8cjdTse3JZhzWqcz7MDD7iq7mh/qGcDp+f6NsaU9i9lyoMeuoR42hMmAgR72wk5ICEYUMjDsfuRKn+Bsm86sOEdU7sbaI1J/TEu6AiB2qkQg=="}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 149,"candidatesTokenCount": 9,"totalTokenCount": 220,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 149}],"thoughtsTokenCount": 62,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "F2rnav6Bv0MBXY31vc0517c"}\r\n'
        "\r\n",
    ),
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"text": "I have no to"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 283,"candidatesTokenCount": 3,"totalTokenCount": 286,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 283}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "HGrnalTX68oL5uImL2Ipnlg"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "ol to delete notes."}],"role": "model"},"finishReason": "STOP","index": 0}],"usageMetadata": {"promptTokenCount": 283,"candidatesTokenCount": 7,"totalTokenCount": 290,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 283}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "HGrnalTX68oL5uImL2Ipnlg"}\r\n'
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
    ChatMessage.from_user("Delete note 7."),
]


def ask():
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None)["replies"][0]


answer = ask()
messages.append(answer)
messages.append(ChatMessage.from_tool("there is no tool delete_note", answer.tool_calls[0], error=True))
answer = ask()

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "there is no tool delete_note"
got = REQUESTS[1]
for step in ["contents", 2, "parts", 0, "functionResponse", "response", "error"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

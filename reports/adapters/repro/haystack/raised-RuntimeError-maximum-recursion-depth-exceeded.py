"""haystack 3.4.0: The adapter raises RuntimeError: Error in Google Gen AI chat generation: maximum recursion depth exceeded (haystack_integrations/components/generators/google_genai/chat/chat_generator.py:548)

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
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "save_outline","args": {"root": {"title": "Birds","sections": [{"title": "Owls","sections": [{"title": "Barn owls"}]}]}}},"thoughtSignature": "CuIBAXcyAXecI1NwrasYVpaLFoNEWSaP5KcWE2f11A/TsLcapbI9AdLHAkuUmXv3qcUc9GeY2F2T+3rD9G8U70wBB2nEYadURZsh3gTO7xICS4pkNdOlsvlgSLnSVmllQUG0zxSpfUHwPK1EuyJDAd/CNyYknlmQY0Rep1JS4ZqsgSG9ovBGa9JfP3EGxpklm39e2Zl/26zspHvsMwBwpQjiYqpGaZuLv1G6bXQ03/KOQfd1Vty/1V12DOsORqVucX6K76F5NIpq4TgOyL1J5V9siB5ZGDmfHVEVRPrTUPIvufd6jw=="}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 137,"candidatesTokenCount": 30,"totalTokenCount": 227,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 137}],"thoughtsTokenCount": 60,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "iBbnagRAhLYuDEAJ-24dcWI"}\r\n'
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
    Tool("save_outline", "Save the outline of a text.", {
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/section"}},
        "required": ["root"],
        "$defs": {
            "section": {
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "sections": {"type": "array", "items": {"$ref": "#/$defs/section"}},
                },
                "required": ["title"],
            },
        },
    }, print),
]
messages = [
    ChatMessage.from_system("Use the tools to answer."),
    ChatMessage.from_user('Save this outline: "Birds", and in it "Owls", and in that "Barn owls".'),
]


def ask():
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None)["replies"][0]


answer = ask()

calls = [(call.id, call.tool_name, call.arguments) for call in answer.tool_calls]
text, reasoning = "".join(answer.texts), answer.reasoning.reasoning_text if answer.reasoning else ""
# Expected: {"calls": [["save_outline", {"root": {"title": "Birds", "sections": [{"title": "Owls", "sections": [{"title": "Barn owls"}]}]}}]]}
# Got: RuntimeError: Error in Google Gen AI chat generation: maximum recursion depth exceeded

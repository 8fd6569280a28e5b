"""haystack 3.4.0: The adapter raises RuntimeError: Error in Google Gen AI chat generation: 'list' object has no attribute 'upper' (haystack_integrations/components/generators/google_genai/chat/chat_generator.py:548)

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
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "book_seat","args": {"class": "second","window": null,"meal": "fish","wish": null}},"thoughtSignature": "CuIBAeKkFYYVUxjjHSE+N+i5ruzNsYHljZZ09j4xv8Hfc7+SQVY0yo5NkzD58kgQTpT8ctbUQQFcvgeSeHe1AxZfV8PfghZEu9+gpjXwnxOSE5jrcba83AwhaZs688qCpOA2cLOCYoO3HD+xAhhT3/JFpGDk236CNZpWBCxHPLIVWQ1muEdLMbqFitOYffuudm2fvW9HnzgTtJJKRQcxEs5pbFvTJfwX9jZ2cWlddzbdU9kMtNr2xsXmbby6d88Pdzb8iEu6pM3g57b2joA24a6nLuaz4oP6r6eD5zls8ZknpsLMUA=="}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 173,"candidatesTokenCount": 21,"totalTokenCount": 268,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 173}],"thoughtsTokenCount": 74,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "j8vnapcyWE0BWtq7YI4paI8"}\r\n'
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
    Tool("book_seat", "Book a seat in a train.", {
        "type": "object",
        "properties": {
            "class": {"type": "string", "enum": ["first", "second"]},
            "window": {
                "type": ["boolean", "null"],
                "description": "Whether at a window; null where it does not matter.",
            },
            "meal": {"type": ["string", "null"], "enum": ["fish", "vegan", None]},
            "wish": {"type": ["string", "null"], "description": "Anything else, or null."},
        },
        "required": ["class", "window", "meal", "wish"],
    }, print),
]
messages = [
    ChatMessage.from_system("Use the tools to answer."),
    ChatMessage.from_user("Book a seat in the second class, with the fish. Window or not is all the same, and there is no other wish."),
]


def ask():
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None)["replies"][0]


answer = ask()

calls = [(call.id, call.tool_name, call.arguments) for call in answer.tool_calls]
text, reasoning = "".join(answer.texts), answer.reasoning.reasoning_text if answer.reasoning else ""
# Expected: {"calls": [["book_seat", {"class": "second", "window": None, "meal": "fish", "wish": None}]]}
# Got: RuntimeError: Error in Google Gen AI chat generation: 'list' object has no attribute 'upper'

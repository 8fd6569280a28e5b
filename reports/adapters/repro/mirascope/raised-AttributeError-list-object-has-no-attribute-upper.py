"""mirascope 2.8.2: The adapter raises AttributeError: 'list' object has no attribute 'upper' (mirascope/llm/providers/google/_utils/decode.py:358; google/genai/_common.py:646)

Run it: pip install mirascope==2.8.2 openai==2.54.0 anthropic==0.125.0 google-genai==1.75.0
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

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

llm.register_provider("google", scope="google/", api_key="some-key", base_url="http://127.0.0.1:8765")
model = llm.Model("google/gemini-2.5-flash")
tools = [
    llm.Tool(print, "book_seat", "Book a seat in a train.", ToolParameterSchema.model_validate({
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
    }), strict=None),
]
messages = [
    llm.messages.system("Use the tools to answer."),
    llm.messages.user("Book a seat in the second class, with the fish. Window or not is all the same, and there is no other wish."),
]
answer = model.stream(messages, tools=tools)
answer.finish()


calls = [(call.id, call.name, call.args) for call in answer.tool_calls]
text = "".join(part.text for part in answer.texts)
reasoning = "".join(part.thought for part in answer.thoughts)
# Expected: {"calls": [["book_seat", {"class": "second", "window": None, "meal": "fish", "wish": None}]]}
# Got: AttributeError: 'list' object has no attribute 'upper'

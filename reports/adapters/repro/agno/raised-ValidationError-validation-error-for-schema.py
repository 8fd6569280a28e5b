"""agno 3.1.10: The adapter raises ValidationError: 1 validation error for Schema enum.2 Input should be a valid string [type=string_type, input_value=None, input_type=NoneType] For further information visit https://errors.pydantic.dev ...

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.google import Gemini

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

model = Gemini(
    id="gemini-2.5-flash",
    api_key="some-key",
    client_params={"http_options": {"base_url": "http://127.0.0.1:8765"}},
    max_output_tokens=1024,
)
tools = [
    Function(name="book_seat", description="Book a seat in a train.", parameters={
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
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="Use the tools to answer."),
    Message(role="user", content="Book a seat in the second class, with the fish. Window or not is all the same, and there is no other wish."),
]


def ask():
    answer = Message(role="assistant")
    for _ in model.process_response_stream(messages=messages, assistant_message=answer, stream_data=MessageData(), **asked):
        pass
    return answer


answer = ask()

calls = [(call.get("id"), call["function"]["name"], call["function"]["arguments"]) for call in answer.tool_calls or ()]
text, reasoning = answer.get_content_string(), answer.reasoning_content or ""
# Expected: {"calls": [["book_seat", {"class": "second", "window": None, "meal": "fish", "wish": None}]]}
# Got: ValidationError: 1 validation error for Schema

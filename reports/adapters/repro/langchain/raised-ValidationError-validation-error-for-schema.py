"""langchain 1.7.2: The adapter raises ValidationError: 1 validation error for Schema enum.2 Input should be a valid string [type=string_type, input_value=None, input_type=NoneType] For further information visit https://errors.pydantic.dev ...

Run it: pip install langchain-core==1.7.2 langchain-openai==1.7.3 langchain-anthropic==1.7.7 langchain-google-genai==4.4.2 langchain-ollama==1.1.0 langchain-mistralai==1.1.6 langchain-cohere==0.6.0 langchain-aws==1.9.1 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 ollama==0.6.3 cohere==5.21.1 boto3==1.44.5
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import StructuredTool
from langchain_google_genai import ChatGoogleGenerativeAI

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

model = ChatGoogleGenerativeAI(
    model="gemini-2.5-flash",
    base_url="http://127.0.0.1:8765",
    api_key="some-key",
    max_retries=1,
    max_output_tokens=1024,
)
model = model.bind_tools(
    [
        StructuredTool(name="book_seat", description="Book a seat in a train.", func=None, args_schema={
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
        }),
    ]
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage("Book a seat in the second class, with the fish. Window or not is all the same, and there is no other wish."),
]


def ask():
    first, *others = model.stream(messages)
    return sum(others, first)


answer = ask()

calls = [(call["id"], call["name"], call["args"]) for call in [*answer.tool_calls, *answer.invalid_tool_calls]]
text = str(answer.text)
reasoning = "".join(block.get("reasoning", "") for block in answer.content_blocks if block["type"] == "reasoning")
# Expected: {"calls": [["book_seat", {"class": "second", "window": None, "meal": "fish", "wish": None}]]}
# Got: ValidationError: 1 validation error for Schema

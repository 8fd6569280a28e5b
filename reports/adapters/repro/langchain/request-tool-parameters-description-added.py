"""langchain 1.7.2: The request adds tool.parameters/description: expected nothing, got "title is {'type': 'string'}"

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
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "create_event","args": {"title": "Review","when": {"date": "2026-03-01","hours": [0,14],"offset": -2},"guests": [{"name": "Ana","required": true},{"name": "Bo","required": false}],"room": null,"note": "","tags": [],"options": {}}},"thoughtSignature": "CuIBAfYyXZ5jUefXUb9zIPUZFdLRmv+N9nvgvZIxfNwiV4ni4VML7HIy5yEEn2KXR7xXD3GFB8MVXDlBRoPP/DhTEqg8iQsuz6X2uHP8CHE2qXz7kxkLXPOg81BinMbyuc09UdsxZki65VrA7Ft4erQQ4kSWHYucabqcKguzwgY0BWaqaR83XFnk4ypWQwLgAxIBX81/6ChCxX+B9z2CGG5Hd9HJRbcQP3ACA3exQFk4a3w2isCTKm7kfWoa6ObvCb4brEkU/6rKswnlx/PLjt/JL5KtnarVRl9K4o9FiH1fIpua/A=="}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 230,"candidatesTokenCount": 55,"totalTokenCount": 370,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 230}],"thoughtsTokenCount": 85,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "ymfnap7HdtylzZjUBruVX6E"}\r\n'
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
        StructuredTool(name="create_event", description="Put an event into the calendar.", func=None, args_schema={
            "type": "object",
            "properties": {
                "title": {"type": "string"},
                "when": {
                    "type": "object",
                    "properties": {
                        "date": {"type": "string"},
                        "hours": {"type": "array", "items": {"type": "integer"}},
                        "offset": {"type": "integer"},
                    },
                    "required": ["date", "hours"],
                },
                "guests": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "required": {"type": "boolean"}},
                        "required": ["name"],
                    },
                },
                "room": {"type": ["string", "null"]},
                "note": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "options": {"type": "object"},
            },
            "required": ["title", "when", "guests"],
        }),
    ]
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage('Plan "Review" on 2026-03-01 at 0 and 14, two hours behind, with Ana (required) and Bo (not required): no room, an empty note, no tags, no options.'),
]


def ask():
    first, *others = model.stream(messages)
    return sum(others, first)


answer = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = "nothing"
got = REQUESTS[0]
for step in ["tools", 0, "functionDeclarations", 0, "parameters", "properties", "title", "description"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

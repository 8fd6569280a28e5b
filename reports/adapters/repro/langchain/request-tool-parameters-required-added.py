"""langchain 1.7.2: The request adds tool.parameters/required: unexpected item 0: "axles"

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
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "plan_route","args": {"vehicle": {"kind": "van","size": {"height": 2.6,"axles": 2}},"stops": [{"place": "Bonn","loads": [{"item": "box","amount": 3}]},{"place": "Trier","loads": [{"item": "crate","amount": 1},{"item": "box","amount": 2}]}]}},"thoughtSignature": "CuIBAXw4e9NYnGFxSRH6biPjbPd9Ss+Vci4NMc7Of/syLA3Fb/ExrNS+BK8UmDZq0X2qaVyXep/MptqaniSoSpUj3/2yR2R7uImgGw+tR9CJml/usos4xNfpMqynayeckYFMzRnpu2FoCMG7DraHh7KPGV+Dot+h/FGDk36K7+ubf2mIRDs/2GZjcO6KLW1MltuHBiniJzAINo/PPghnXDaqO/QqGb6G7P6x7Zb7awHtXDl9cst7PPgURfuU0E/B/ix90YNS/YV3Eqg6RQhG96ZQ7yYIpjBf6ZonWgeEQkgXc8eE4A=="}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 234,"candidatesTokenCount": 58,"totalTokenCount": 378,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 234}],"thoughtsTokenCount": 86,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "k9TmauwjME8gYHQ62jcyF0k"}\r\n'
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
        StructuredTool(name="plan_route", description="Plan the route of a vehicle.", func=None, args_schema={
            "type": "object",
            "properties": {
                "vehicle": {
                    "type": "object",
                    "properties": {
                        "kind": {"type": "string", "enum": ["van", "truck"]},
                        "size": {
                            "type": "object",
                            "properties": {
                                "height": {"type": "number", "description": "In metres."},
                                "axles": {"type": "integer"},
                            },
                            "required": ["height"],
                        },
                    },
                    "required": ["kind", "size"],
                },
                "stops": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "place": {"type": "string"},
                            "loads": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "properties": {"item": {"type": "string"}, "amount": {"type": "integer"}},
                                    "required": ["item", "amount"],
                                },
                            },
                        },
                        "required": ["place", "loads"],
                    },
                },
            },
            "required": ["vehicle", "stops"],
        }),
    ]
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage("Plan a route for a van of 2.6 metres and two axles. First stop Bonn, with 3 boxes; then Trier, with 1 crate and 2 boxes."),
]


def ask():
    first, *others = model.stream(messages)
    return sum(others, first)


answer = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at tools/0/functionDeclarations/0/parameters/properties/vehicle/properties/size/required?
item = "axles"
items = REQUESTS[0]
for step in [
    "tools",
    0,
    "functionDeclarations",
    0,
    "parameters",
    "properties",
    "vehicle",
    "properties",
    "size",
    "required",
]:
    items = items[step]
expected, got = False, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

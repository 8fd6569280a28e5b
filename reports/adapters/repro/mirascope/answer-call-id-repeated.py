"""mirascope 2.8.2: The adapter repeats call.id: two calls have the made-up id "google_unknown_tool_id"

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
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "get_weather","args": {"city": "Tokyo"}},"thoughtSignature": "CuIBAZaApSStCDVE0hx4Gi7lU8/ncPjTpH/z4qxwTdu7NHorGzP43oLHidYqHvoUphG2mSzFG6e3RIw75ujsRJVyME+3KNc1O8L8Wdr7WI6ylFDgnKO03IIVgPOIHWVA2NOWL3WAH48SxM5PC2T8F9ZV2K4qGBGVNrhUYSnhsn0+/wUzkwTnL1o1h5phaXbHtV78tntDU7+RjthJT1yBOstWWDa3va7LMfJBrlpHua+uMTJlE9HuQ3cKl480RJ/+pgV5i9Nm09i4CgAjCGMMSXo/CL09JsqWCn6OTXho8C4G4hWDTA=="},{"functionCall": {"name": "get_time","args": {"city": "Tokyo"}}}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 156,"candidatesTokenCount": 21,"totalTokenCount": 241,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 156}],"thoughtsTokenCount": 64,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "VY7napn8LRwtjwBQcOLplJ4"}\r\n'
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
    llm.Tool(print, "get_weather", "Current weather in a city.", ToolParameterSchema.model_validate({
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }), strict=None),
    llm.Tool(print, "get_time", "Local time in a city.", ToolParameterSchema.model_validate({
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }), strict=None),
]
messages = [
    llm.messages.system("Use the tools to answer."),
    llm.messages.user("What are the weather and the time in Tokyo?"),
]
answer = model.stream(messages, tools=tools)
answer.finish()


def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call.id, call.name, call.args) for call in answer.tool_calls]
text = "".join(part.text for part in answer.texts)
reasoning = "".join(part.thought for part in answer.thoughts)
expected = 2
got = len({id for id, _, _ in calls})
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

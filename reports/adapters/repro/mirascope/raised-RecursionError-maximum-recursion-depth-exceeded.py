"""mirascope 2.8.2: The adapter raises RecursionError: maximum recursion depth exceeded (mirascope/llm/providers/google/_utils/encode.py:150)

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

llm.register_provider("google", scope="google/", api_key="some-key", base_url="http://127.0.0.1:8765")
model = llm.Model("google/gemini-2.5-flash")
tools = [
    llm.Tool(print, "save_outline", "Save the outline of a text.", ToolParameterSchema.model_validate({
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
    }), strict=None),
]
messages = [
    llm.messages.system("Use the tools to answer."),
    llm.messages.user('Save this outline: "Birds", and in it "Owls", and in that "Barn owls".'),
]
answer = model.stream(messages, tools=tools)
answer.finish()


calls = [(call.id, call.name, call.args) for call in answer.tool_calls]
text = "".join(part.text for part in answer.texts)
reasoning = "".join(part.thought for part in answer.thoughts)
# Expected: {"calls": [["save_outline", {"root": {"title": "Birds", "sections": [{"title": "Owls", "sections": [{"title": "Barn owls"}]}]}}]]}
# Got: RecursionError: maximum recursion depth exceeded

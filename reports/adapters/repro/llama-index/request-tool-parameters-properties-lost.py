"""llama-index 0.14.25: The request loses tool.parameters/properties: expected {"kind":{"type":"string","enum":["van","truck"]},"size":{"type":"object","properties":{"height":{"type":"number","description":"In metres."},"axles":{"type":"integer"}},"required":["height"]} ...

Run it: pip install llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-llms-anthropic==0.12.3 llama-index-llms-google-genai==0.11.3 llama-index-llms-ollama==0.11.0 llama-index-llms-mistralai==0.11.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 mistralai==3.7.0 ollama==0.6.3
The answers follow ollama's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.tools import FunctionTool, ToolMetadata
from pydantic import BaseModel
from llama_index.llms.ollama import Ollama

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json; charset=utf-8", '{"model":"qwen3:8b","created_at":"2026-11-01T21:02:37.218826009Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_5kadq1ba","function":{"index":0,"name":"plan_route","arguments":{"vehicle":{"kind":"van","size":{"height":2.6,"axles":2}},"stops":[{"place":"Bonn","loads":[{"item":"box","amount":3}]},{"place":"Trier","loads":[{"item":"crate","amount":1},{"item":"box","amount":2}]}]}}}]},"done":true,"done_reason":"stop","total_duration":1521206136,"load_duration":64594086,"prompt_eval_count":228,"prompt_eval_duration":182030473,"eval_count":71,"eval_duration":1266590553}'),
]
REQUESTS = []


class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        if not self.path.endswith("/chat"):
            self.send_error(404)
            return
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

def tool(name, description, schema):  # arguments with exactly this schema
    model = type("Model", (BaseModel,), {"model_json_schema": classmethod(lambda cls, *args, **kwargs: schema)})
    return FunctionTool(print, ToolMetadata(description, name, model))


model = Ollama(
    model="qwen3:8b",
    base_url="http://127.0.0.1:8765",
    context_window=2048,
    additional_kwargs={"num_predict": 1024},
)
tools = [
    tool("plan_route", "Plan the route of a vehicle.", {
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
messages = [
    ChatMessage(role="system", blocks=[TextBlock(text="Use the tools to answer.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="Plan a route for a van of 2.6 metres and two axles. First stop Bonn, with 3 boxes; then Trier, with 1 crate and 2 boxes.")]),
]


def ask():
    answer = model.chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


answer, calls = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = {
    "kind": {"type": "string", "enum": ["van", "truck"]},
    "size": {
        "type": "object",
        "properties": {"height": {"type": "number", "description": "In metres."}, "axles": {"type": "integer"}},
        "required": ["height"],
    },
}
got = REQUESTS[0]
for step in ["tools", 0, "function", "parameters", "properties", "vehicle", "properties"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

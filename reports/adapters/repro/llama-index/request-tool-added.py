"""llama-index 0.14.25: The request adds tool: expected nothing, got []

Run it: pip install llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-llms-anthropic==0.12.3 llama-index-llms-google-genai==0.11.3 llama-index-llms-ollama==0.11.0 llama-index-llms-mistralai==0.11.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 mistralai==3.7.0 ollama==0.6.3
The answers are written from anthropic's documentation and SDK, 2026-11-21; they are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.tools import FunctionTool, ToolMetadata
from pydantic import BaseModel
from llama_index.llms.anthropic import Anthropic

ANSWERS = [  # of the provider, in order: status, type, body
    (400, "application/json", '{"type":"error","error":{"type":"invalid_request_error","message":"tool_choice: tool_choice may only be specified while providing tools."},"request_id":"req_011CytF7kDSTF7WVDcA29uSQ"}'),
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

def tool(name, description, schema):  # arguments with exactly this schema
    model = type("Model", (BaseModel,), {"model_json_schema": classmethod(lambda cls, *args, **kwargs: schema)})
    return FunctionTool(print, ToolMetadata(description, name, model))


model = Anthropic(
    model="claude-haiku-4-5",
    base_url="http://127.0.0.1:8765",
    api_key="some-key",
    max_retries=0,
    max_tokens=2048,
)
tools = [
]
messages = [
    ChatMessage(role="system", blocks=[TextBlock(text="Use the tools to answer.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="What is the weather in Paris?")]),
]


def ask():
    answer = model.chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True, tool_required=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


try:
    answer, calls = ask()
except Exception as error:  # the provider refuses it, which is right
    print(type(error).__name__)

# What the provider should get there; "nothing" is what is not there.
expected = "nothing"
got = REQUESTS[0]
for step in ["tools"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

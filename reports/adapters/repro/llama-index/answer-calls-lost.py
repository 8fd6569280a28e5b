"""llama-index 0.14.25: The adapter loses calls: expected 2 calls (roll_die, roll_die), got 1 (roll_die)

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
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:21.746458672Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_tcu8ath6","function":{"index":0,"name":"roll_die","arguments":{"sides":6}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:22.149057863Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_msv1xnfn","function":{"index":1,"name":"roll_die","arguments":{"sides":6}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:22.159013653Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":1203222755,"load_duration":79139665,"prompt_eval_count":86,"prompt_eval_duration":295599327,"eval_count":45,"eval_duration":823327649}\n',
    ),
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
    tool("roll_die", "Roll a die.", {
        "type": "object",
        "properties": {"sides": {"type": "integer", "description": "The number of sides."}},
        "required": ["sides"],
    }),
]
messages = [
    ChatMessage(role="system", blocks=[TextBlock(text="Use the tools to answer.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="Roll two dice with six sides, one call for each.")]),
]


def ask():
    *_, answer = model.stream_chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


answer, calls = ask()

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call.tool_id, call.tool_name, call.tool_kwargs) for call in calls]
text = answer.message.content or ""
reasoning = "".join(block.content or "" for block in answer.message.blocks if isinstance(block, ThinkingBlock))
expected = ["roll_die", "roll_die"]
got = [name or "" for _, name, _ in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

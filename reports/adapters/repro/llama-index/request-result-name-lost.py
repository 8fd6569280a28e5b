"""llama-index 0.14.25: The request loses result.name: expected "get_time", got nothing

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
    (200, "application/json; charset=utf-8", '{"model":"qwen3:8b","created_at":"2026-11-01T14:04:23.706356467Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_7qgfjobq","function":{"index":0,"name":"get_weather","arguments":{"city":"Cork"}}},{"id":"call_9u4wqmx0","function":{"index":1,"name":"get_time","arguments":{"city":"Cork"}}}]},"done":true,"done_reason":"stop","total_duration":1190656778,"load_duration":44152601,"prompt_eval_count":156,"prompt_eval_duration":114704516,"eval_count":48,"eval_duration":1025580209}'),
    (200, "application/json; charset=utf-8", '{"model":"qwen3:8b","created_at":"2026-11-01T14:04:28.130762576Z","message":{"role":"assistant","content":"It is 17:40 in Cork, with rain and 7 degrees."},"done":true,"done_reason":"stop","total_duration":614903372,"load_duration":38253469,"prompt_eval_count":238,"prompt_eval_duration":240151042,"eval_count":12,"eval_duration":333160161}'),
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
    tool("get_weather", "Current weather in a city.", {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }),
    tool("get_time", "Local time in a city.", {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }),
]
messages = [
    ChatMessage(role="system", blocks=[TextBlock(text="Use the tools to answer.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="What are the weather and the time in Cork?")]),
]


def ask():
    answer = model.chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


answer, calls = ask()
messages.append(answer.message)
messages.append(ChatMessage(role="tool", blocks=[TextBlock(text='{"time": "17:40"}')], additional_kwargs={"tool_call_id": calls[1].tool_id, "name": "get_time"}))
messages.append(ChatMessage(role="tool", blocks=[TextBlock(text='{"temperature": 7, "sky": "rain"}')], additional_kwargs={"tool_call_id": calls[0].tool_id, "name": "get_weather"}))
answer, calls = ask()

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "get_time"
got = REQUESTS[1]
for step in ["messages", 3, "tool_name"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

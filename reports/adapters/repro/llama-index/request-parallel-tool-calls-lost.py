"""llama-index 0.14.25: The request loses parallel_tool_calls: expected false, got nothing

Run it: pip install llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-llms-anthropic==0.12.3 llama-index-llms-google-genai==0.11.3 llama-index-llms-ollama==0.11.0 llama-index-llms-mistralai==0.11.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 mistralai==3.7.0 ollama==0.6.3
The answers follow mistral's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.tools import FunctionTool, ToolMetadata
from pydantic import BaseModel
from llama_index.llms.mistralai import MistralAI

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"id":"9eeaeab285265199b9fbe4ff21080f19","created":1793549723,"model":"mistral-small-latest","usage":{"prompt_tokens":156,"total_tokens":170,"completion_tokens":14,"prompt_tokens_details":{"cached_tokens":0},"service_tier":"standard"},"object":"chat.completion","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","tool_calls":[{"id":"iyMYgsuC9","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\": \\"Hanoi\\"}"},"index":0}],"content":""}}]}'),
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


model = MistralAI(
    model="mistral-small-latest",
    api_key="some-key",
    endpoint="http://127.0.0.1:8765",
    max_retries=0,
    max_tokens=1024,
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
    ChatMessage(role="user", blocks=[TextBlock(text="What are the weather and the time in Hanoi?")]),
]


def ask():
    answer = model.chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=False, tool_required=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


answer, calls = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = False
got = REQUESTS[0]
for step in ["parallel_tool_calls"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

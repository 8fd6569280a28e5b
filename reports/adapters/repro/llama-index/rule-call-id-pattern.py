"""llama-index 0.14.25: The request breaks the rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+, got "functions.get_weather:0"

Run it: pip install llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-llms-anthropic==0.12.3 llama-index-llms-google-genai==0.11.3 llama-index-llms-ollama==0.11.0 llama-index-llms-mistralai==0.11.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 mistralai==3.7.0 ollama==0.6.3
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
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
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CHnjpbhtkdn2xGCtzXu5u","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01Upmunfh3tLbYpgpzRkkQoV","name":"get_weather","input":{"city":"Lagos"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":282,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":41,"service_tier":"standard","inference_geo":"not_available"}}'),
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
    ChatMessage(role="user", blocks=[TextBlock(text="What are the weather and the time in Minsk?")]),
    ChatMessage(role="assistant", blocks=[ToolCallBlock(tool_call_id="functions.get_weather:0", tool_name="get_weather", tool_kwargs=json.loads('{"city": "Minsk"}')), ToolCallBlock(tool_call_id="functions.get_time:1", tool_name="get_time", tool_kwargs=json.loads('{"city": "Minsk"}'))]),
    ChatMessage(role="tool", blocks=[TextBlock(text='{"temperature": 3, "sky": "snow"}')], additional_kwargs={"tool_call_id": "functions.get_weather:0", "name": "get_weather"}),
    ChatMessage(role="tool", blocks=[TextBlock(text='{"time": "19:15"}')], additional_kwargs={"tool_call_id": "functions.get_time:1", "name": "get_time"}),
    ChatMessage(role="assistant", blocks=[TextBlock(text="It is 19:15 in Minsk, with snow and 3 degrees.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="And the weather in Lagos?")]),
]


def ask():
    answer = model.chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


answer, calls = ask()

# The provider refuses requests that break its rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+.
expected, got = "nothing", "functions.get_weather:0"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got if json.dumps(got) in json.dumps(REQUESTS[0]) else expected))
assert json.dumps(got) not in json.dumps(REQUESTS[0])

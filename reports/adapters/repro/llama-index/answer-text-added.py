"""llama-index 0.14.25: The adapter adds text: expected "", got "\\n" (character 1: expected the end, got "\\u000a")

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
    (
        200,
        "text/event-stream; charset=utf-8",
        'data: {"id":"ea6e1f8b51efb612954a98ab480c6e02","object":"chat.completion.chunk","created":1793500511,"model":"mistral-small-latest","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}\n'
        "\n"
        'data: {"id":"ea6e1f8b51efb612954a98ab480c6e02","object":"chat.completion.chunk","created":1793500511,"model":"mistral-small-latest","choices":[{"index":0,"delta":{"tool_calls":[{"id":"122KnYfXn","type":"function","function":{"name":"measure_room","arguments":"{\\"länge\\": 4.5, \\"幅\\": 3}"},"index":0}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":102,"total_tokens":117,"completion_tokens":15,"prompt_tokens_details":{"cached_tokens":0},"service_tier":"standard"},"p":"abcdefghijklmno"}\n'
        "\n"
        "data: [DONE]\n"
        "\n",
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
    tool("measure_room", "Store the size of a room.", {
        "type": "object",
        "properties": {
            "länge": {"type": "number", "description": "Länge in Metern."},
            "幅": {"type": "number", "description": "幅（メートル）"},
        },
        "required": ["länge", "幅"],
    }),
]
messages = [
    ChatMessage(role="system", blocks=[TextBlock(text="Use the tools to answer.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="The room is 4.5 m long and 3 m wide. Store that.")]),
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
expected = ""
got = text
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

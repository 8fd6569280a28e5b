"""llama-index 0.14.25: The adapter repeats call.id: two calls have the made-up id "roll_die"

Run it: pip install llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-llms-anthropic==0.12.3 llama-index-llms-google-genai==0.11.3 llama-index-llms-ollama==0.11.0 llama-index-llms-mistralai==0.11.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 mistralai==3.7.0 ollama==0.6.3
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.tools import FunctionTool, ToolMetadata
from pydantic import BaseModel
from google.genai.types import HttpOptions
from llama_index.llms.google_genai import GoogleGenAI

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "roll_die","args": {"sides": 6}},"thoughtSignature": "CuIBAZL3Y0+NGgwlrz0PHvXePz9B9/u4znhTzabaEo5eNZ0kUVaP84IrVHuOYoGwxAzuNJNWevZihA3AfkJPqItuTZDj53WpeAoB523NSr7vb1o96K6EheCgR+mQ9n9wDlvAQqOmRx5uR91NKfnHniSHCIAsP6cpfei4Fi2YgFRBwgdqRt1bbYohhO/OVWO/cv3yINwZh0xbBgCJMULR1qTMY3rfWxpgxURf3iI/cPr0+VF/heaBGdOH+y8mF53NmKjBBL6RlK/LraEC1m325UOvtrIlDDMi/L9OrEONpmeM9WmJmA=="},{"functionCall": {"name": "roll_die","args": {"sides": 6}}}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 92,"candidatesTokenCount": 18,"totalTokenCount": 169,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 92}],"thoughtsTokenCount": 59,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "W8_nalRbU2njIc11z7Cm7HY"}\r\n'
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

def tool(name, description, schema):  # arguments with exactly this schema
    model = type("Model", (BaseModel,), {"model_json_schema": classmethod(lambda cls, *args, **kwargs: schema)})
    return FunctionTool(print, ToolMetadata(description, name, model))


model = GoogleGenAI(
    model="gemini-2.5-flash",
    api_key="some-key",
    max_retries=1,
    context_window=2048,
    http_options=HttpOptions(base_url="http://127.0.0.1:8765"),
    max_tokens=1024,
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
expected = 2
got = len({id for id, _, _ in calls})
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

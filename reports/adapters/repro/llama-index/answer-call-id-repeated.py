"""llama-index 0.14.25: The adapter repeats call.id: two calls have the made-up id "get_weather"

Run it: pip install llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-llms-anthropic==0.12.3 llama-index-llms-google-genai==0.11.3 llama-index-llms-ollama==0.11.0 llama-index-llms-mistralai==0.11.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 mistralai==3.7.0 ollama==0.6.3
The answers are written from gemini's documentation and SDK, 2026-11-21; they are not recorded.
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
        "application/json; charset=UTF-8",
        "{\n"
        '  "candidates": [\n'
        "    {\n"
        '      "content": {\n'
        '        "parts": [\n'
        "          {\n"
        '            "functionCall": {\n'
        '              "name": "get_weather",\n'
        '              "args": {\n'
        '                "city": "Paris"\n'
        "              }\n"
        "            },\n"
        '            "thoughtSignature": "CuIBAdJqOK0qF6WFSlJzwpVS2u5Ej1fu2a+ICWyC7gMi+9J9Jkn/1HTPKUYbQWtJjFFpdfUX2izMzAsrl1pPZ6jxCIQ311fa+NbIiUk8jx2e/uCW3K84PspJbzzBgmI+7X/Huv2pPHZpJ0F8fZrYUT+yxrzV2KapEF4uwdEYeh8/nhYKjzRRNvjixjgv67v52UZ7Ips8BOph+xLSpo1tFkyVVRjQiSBG5vqLTwDfaHiarzyQgAgcCr5dP/ds/qf9fnizHitN6cyABhmQHughus2HC8np6NyUwCWPl/IX8igORmsl/g=="\n'
        "          },\n"
        "          {\n"
        '            "functionCall": {\n'
        '              "name": "get_weather",\n'
        '              "args": {\n'
        '                "city": "Lima"\n'
        "              }\n"
        "            }\n"
        "          },\n"
        "          {\n"
        '            "functionCall": {\n'
        '              "name": "get_weather",\n'
        '              "args": {\n'
        '                "city": "Oslo"\n'
        "              }\n"
        "            }\n"
        "          }\n"
        "        ],\n"
        '        "role": "model"\n'
        "      },\n"
        '      "finishReason": "STOP",\n'
        '      "index": 0,\n'
        '      "finishMessage": "Model generated function call(s)."\n'
        "    }\n"
        "  ],\n"
        '  "usageMetadata": {\n'
        '    "promptTokenCount": 110,\n'
        '    "candidatesTokenCount": 33,\n'
        '    "totalTokenCount": 220,\n'
        '    "promptTokensDetails": [\n'
        "      {\n"
        '        "modality": "TEXT",\n'
        '        "tokenCount": 110\n'
        "      }\n"
        "    ],\n"
        '    "thoughtsTokenCount": 77,\n'
        '    "serviceTier": "standard"\n'
        "  },\n"
        '  "modelVersion": "gemini-2.5-flash",\n'
        '  "responseId": "2IbnamRYJQGsmmY4TcKvrF0"\n'
        "}\n",
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
    max_tokens=2048,
    http_options=HttpOptions(base_url="http://127.0.0.1:8765"),
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
]
messages = [
    ChatMessage(role="system", blocks=[TextBlock(text="Use the tools to answer.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="What is the weather in Paris, in Lima and in Oslo?")]),
]


def ask():
    answer = model.chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True)
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
expected = 3
got = len({id for id, _, _ in calls})
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

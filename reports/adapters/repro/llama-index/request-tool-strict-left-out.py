"""llama-index 0.14.25: The request is wrong in tool.strict: tool 'get_weather': 'strict' is left out, so the provider makes these parameters required: unit

Run it: pip install llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-llms-anthropic==0.12.3 llama-index-llms-google-genai==0.11.3 llama-index-llms-ollama==0.11.0 llama-index-llms-mistralai==0.11.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 mistralai==3.7.0 ollama==0.6.3
The answers follow openai's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.tools import FunctionTool, ToolMetadata
from pydantic import BaseModel
from llama_index.llms.openai import OpenAIResponses

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/json",
        "{\n"
        '  "id": "resp_eeecff5dc4521402016ae6c00613c58433a7659d173fc87e05",\n'
        '  "object": "response",\n'
        '  "created_at": 1793507334,\n'
        '  "status": "incomplete",\n'
        '  "background": false,\n'
        '  "billing": {\n'
        '    "payer": "developer"\n'
        "  },\n"
        '  "completed_at": null,\n'
        '  "error": null,\n'
        '  "frequency_penalty": 0.0,\n'
        '  "incomplete_details": {\n'
        '    "reason": "content_filter"\n'
        "  },\n"
        '  "instructions": null,\n'
        '  "max_output_tokens": 1024,\n'
        '  "max_tool_calls": null,\n'
        '  "model": "gpt-4.1-mini-2025-04-14",\n'
        '  "moderation": null,\n'
        '  "output": [\n'
        "    {\n"
        '      "id": "msg_eeecff5dc4521402016ae6c00614db84339f6faa32ce35a25b",\n'
        '      "type": "message",\n'
        '      "status": "incomplete",\n'
        '      "content": [\n'
        "        {\n"
        '          "type": "output_text",\n'
        '          "annotations": [],\n'
        '          "logprobs": [],\n'
        '          "text": "For clothes in Oslo, think of"\n'
        "        }\n"
        "      ],\n"
        '      "role": "assistant"\n'
        "    }\n"
        "  ],\n"
        '  "parallel_tool_calls": true,\n'
        '  "presence_penalty": 0.0,\n'
        '  "previous_response_id": null,\n'
        '  "prompt_cache_key": null,\n'
        '  "prompt_cache_retention": "in_memory",\n'
        '  "reasoning": {\n'
        '    "context": null,\n'
        '    "effort": null,\n'
        '    "mode": "standard",\n'
        '    "summary": null\n'
        "  },\n"
        '  "safety_identifier": null,\n'
        '  "service_tier": "default",\n'
        '  "store": false,\n'
        '  "temperature": 1.0,\n'
        '  "text": {\n'
        '    "format": {\n'
        '      "type": "text"\n'
        "    },\n"
        '    "verbosity": "medium"\n'
        "  },\n"
        '  "tool_choice": "auto",\n'
        '  "tool_usage": {\n'
        '    "image_gen": {\n'
        '      "input_tokens": 0,\n'
        '      "input_tokens_details": {\n'
        '        "image_tokens": 0,\n'
        '        "text_tokens": 0\n'
        "      },\n"
        '      "output_tokens": 0,\n'
        '      "output_tokens_details": {\n'
        '        "image_tokens": 0,\n'
        '        "text_tokens": 0\n'
        "      },\n"
        '      "total_tokens": 0\n'
        "    },\n"
        '    "web_search": {\n'
        '      "num_requests": 0\n'
        "    }\n"
        "  },\n"
        '  "tools": [\n'
        "    {\n"
        '      "type": "function",\n'
        '      "description": "Current weather in a city.",\n'
        '      "name": "get_weather",\n'
        '      "output_schema": null,\n'
        '      "parameters": {\n'
        '        "type": "object",\n'
        '        "properties": {\n'
        '          "city": {\n'
        '            "type": "string",\n'
        '            "description": "Name of the city."\n'
        "          },\n"
        '          "unit": {\n'
        '            "type": "string",\n'
        '            "enum": [\n'
        '              "celsius",\n'
        '              "fahrenheit"\n'
        "            ]\n"
        "          }\n"
        "        },\n"
        '        "required": [\n'
        '          "city"\n'
        "        ]\n"
        "      },\n"
        '      "strict": false\n'
        "    }\n"
        "  ],\n"
        '  "top_logprobs": 0,\n'
        '  "top_p": 1.0,\n'
        '  "truncation": "disabled",\n'
        '  "usage": {\n'
        '    "input_tokens": 108,\n'
        '    "input_tokens_details": {\n'
        '      "cache_write_tokens": 0,\n'
        '      "cached_tokens": 0\n'
        "    },\n"
        '    "output_tokens": 7,\n'
        '    "output_tokens_details": {\n'
        '      "reasoning_tokens": 0\n'
        "    },\n"
        '    "total_tokens": 115\n'
        "  },\n"
        '  "user": null,\n'
        '  "metadata": {}\n'
        "}",
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


model = OpenAIResponses(
    model="gpt-4.1-mini",
    api_base="http://127.0.0.1:8765/v1",
    api_key="some-key",
    max_retries=0,
    max_output_tokens=1024,
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
    ChatMessage(role="user", blocks=[TextBlock(text="What is the weather in Oslo, and what should I wear there?")]),
]


def ask():
    answer = model.chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


answer, calls = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = False
got = REQUESTS[0]
for step in ["tools", 0, "strict"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""haystack 3.4.0: The request loses call.id: unexpected item 2: {"type":"function_call","name":"get_time","arguments":"{\\"city\\": \\"Minsk\\"}","call_id":""}

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow openai's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack.components.generators.chat import OpenAIResponsesChatGenerator
from haystack.utils import Secret

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/json",
        "{\n"
        '  "id": "resp_d94b58bf2b0975fd016ae72c153cd98543b20ad522a5fbe6bd",\n'
        '  "object": "response",\n'
        '  "created_at": 1793534997,\n'
        '  "status": "completed",\n'
        '  "background": false,\n'
        '  "billing": {\n'
        '    "payer": "developer"\n'
        "  },\n"
        '  "completed_at": 1793534998,\n'
        '  "error": null,\n'
        '  "frequency_penalty": 0.0,\n'
        '  "incomplete_details": null,\n'
        '  "instructions": null,\n'
        '  "max_output_tokens": 1024,\n'
        '  "max_tool_calls": null,\n'
        '  "model": "gpt-4.1-mini-2025-04-14",\n'
        '  "moderation": null,\n'
        '  "output": [\n'
        "    {\n"
        '      "id": "fc_d94b58bf2b0975fd016ae72c153d9c8543bc601fba439867e0",\n'
        '      "type": "function_call",\n'
        '      "status": "completed",\n'
        '      "arguments": "{\\"city\\": \\"Lagos\\"}",\n'
        '      "call_id": "call_y07IrFjmyHV3KgEfULVdk5hV",\n'
        '      "name": "get_weather"\n'
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
        "    },\n"
        "    {\n"
        '      "type": "function",\n'
        '      "description": "Local time in a city.",\n'
        '      "name": "get_time",\n'
        '      "output_schema": null,\n'
        '      "parameters": {\n'
        '        "type": "object",\n'
        '        "properties": {\n'
        '          "city": {\n'
        '            "type": "string",\n'
        '            "description": "Name of the city."\n'
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
        '    "input_tokens": 303,\n'
        '    "input_tokens_details": {\n'
        '      "cache_write_tokens": 0,\n'
        '      "cached_tokens": 0\n'
        "    },\n"
        '    "output_tokens": 15,\n'
        '    "output_tokens_details": {\n'
        '      "reasoning_tokens": 0\n'
        "    },\n"
        '    "total_tokens": 318\n'
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

generator = OpenAIResponsesChatGenerator(
    model="gpt-4.1-mini",
    api_base_url="http://127.0.0.1:8765/v1",
    max_retries=0,
    api_key=Secret.from_token(token="some-key"),
    generation_kwargs={"max_output_tokens": 1024},
)
tools = [
    Tool("get_weather", "Current weather in a city.", {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }, print),
    Tool("get_time", "Local time in a city.", {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }, print),
]
messages = [
    ChatMessage.from_system("Use the tools to answer."),
    ChatMessage.from_user("What are the weather and the time in Minsk?"),
    ChatMessage.from_assistant(None, tool_calls=[ToolCall("get_weather", json.loads('{"city": "Minsk"}'), "functions.get_weather:0"), ToolCall("get_time", json.loads('{"city": "Minsk"}'), "functions.get_time:1")]),
    ChatMessage.from_tool('{"temperature": 3, "sky": "snow"}', ToolCall("get_weather", json.loads('{"city": "Minsk"}'), "functions.get_weather:0")),
    ChatMessage.from_tool('{"time": "19:15"}', ToolCall("get_time", json.loads('{"city": "Minsk"}'), "functions.get_time:1")),
    ChatMessage.from_assistant("It is 19:15 in Minsk, with snow and 3 degrees."),
    ChatMessage.from_user("And the weather in Lagos?"),
]


def ask():
    return generator.run(messages, tools=tools)["replies"][0]


answer = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at input?
item = {"type": "function_call", "name": "get_time", "arguments": '{"city": "Minsk"}', "call_id": ""}
items = REQUESTS[0]
for step in ["input"]:
    items = items[step]
expected, got = False, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

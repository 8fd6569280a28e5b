"""agno 3.1.10: The request changes the type of tool.parameters/type: expected ["null","string"], got "string"

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow openai's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.openai import OpenAIResponses

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/json",
        "{\n"
        '  "id": "resp_19d9873126bca969016ae7d0683c2785f1b0abbe8b1f315ba1",\n'
        '  "object": "response",\n'
        '  "created_at": 1793577064,\n'
        '  "status": "completed",\n'
        '  "background": false,\n'
        '  "billing": {\n'
        '    "payer": "developer"\n'
        "  },\n"
        '  "completed_at": 1793577065,\n'
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
        '      "id": "fc_19d9873126bca969016ae7d0683c3185f1ad30810996d20a37",\n'
        '      "type": "function_call",\n'
        '      "status": "completed",\n'
        '      "arguments": "{\\"hour\\": 6, \\"minute\\": 45, \\"label\\": null}",\n'
        '      "call_id": "call_9hz0530RyIgh7kRH9BaZLKCz",\n'
        '      "name": "set_alarm"\n'
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
        '      "description": "Set an alarm.",\n'
        '      "name": "set_alarm",\n'
        '      "output_schema": null,\n'
        '      "parameters": {\n'
        '        "type": "object",\n'
        '        "properties": {\n'
        '          "hour": {\n'
        '            "type": "integer"\n'
        "          },\n"
        '          "minute": {\n'
        '            "type": "integer"\n'
        "          },\n"
        '          "label": {\n'
        '            "type": [\n'
        '              "string",\n'
        '              "null"\n'
        "            ]\n"
        "          }\n"
        "        },\n"
        '        "required": [\n'
        '          "hour",\n'
        '          "minute",\n'
        '          "label"\n'
        "        ],\n"
        '        "additionalProperties": false\n'
        "      },\n"
        '      "strict": true\n'
        "    }\n"
        "  ],\n"
        '  "top_logprobs": 0,\n'
        '  "top_p": 1.0,\n'
        '  "truncation": "disabled",\n'
        '  "usage": {\n'
        '    "input_tokens": 104,\n'
        '    "input_tokens_details": {\n'
        '      "cache_write_tokens": 0,\n'
        '      "cached_tokens": 0\n'
        "    },\n"
        '    "output_tokens": 20,\n'
        '    "output_tokens_details": {\n'
        '      "reasoning_tokens": 0\n'
        "    },\n"
        '    "total_tokens": 124\n'
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

model = OpenAIResponses(
    id="gpt-4.1-mini",
    base_url="http://127.0.0.1:8765/v1",
    api_key="some-key",
    max_retries=0,
    store=False,
    max_output_tokens=1024,
)
tools = [
    Function(name="set_alarm", description="Set an alarm.", parameters={
        "type": "object",
        "properties": {"hour": {"type": "integer"}, "minute": {"type": "integer"}, "label": {"type": ["string", "null"]}},
        "required": ["hour", "minute", "label"],
        "additionalProperties": False,
    }, strict=True),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="Use the tools to answer."),
    Message(role="user", content="Set an alarm for 6:45, without a label."),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


answer = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = ["string", "null"]
got = REQUESTS[0]
for step in ["tools", 0, "parameters", "properties", "label", "type"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

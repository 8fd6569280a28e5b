"""smolagents 1.26.0: The adapter raises Exception: Invalid Tool name 'read_the-meter_of_the-main_building_and_report_its-value_in-kWh_': must be a valid Python identifier and not a reserved keyword (smolagents/tools.py:168)

Run it: pip install smolagents==1.26.0 openai==3.54.0
The answers are written from openai's documentation and SDK, 2026-11-21; they are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from smolagents import OpenAIModel, Tool
from smolagents.models import agglomerate_stream_deltas

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/json",
        "{\n"
        '  "id": "chatcmpl-RhG5qoHF8uNaciGJUZQaJ84PFfyPa",\n'
        '  "object": "chat.completion",\n'
        '  "created": 1793567248,\n'
        '  "model": "gpt-4.1-mini-2025-04-14",\n'
        '  "choices": [\n'
        "    {\n"
        '      "index": 0,\n'
        '      "message": {\n'
        '        "role": "assistant",\n'
        '        "content": null,\n'
        '        "tool_calls": [\n'
        "          {\n"
        '            "id": "call_p8GS9qkl69xnH0LR1Jx9JKX8",\n'
        '            "type": "function",\n'
        '            "function": {\n'
        '              "name": "read_the-meter_of_the-main_building_and_report_its-value_in-kWh_",\n'
        '              "arguments": "{\\"city\\": \\"Graz\\"}"\n'
        "            }\n"
        "          },\n"
        "          {\n"
        '            "id": "call_2jxtIuXmJxhOf0FCo1KjqiEx",\n'
        '            "type": "function",\n'
        '            "function": {\n'
        '              "name": "x",\n'
        '              "arguments": "{\\"city\\": \\"Graz\\"}"\n'
        "            }\n"
        "          }\n"
        "        ],\n"
        '        "refusal": null,\n'
        '        "annotations": []\n'
        "      },\n"
        '      "logprobs": null,\n'
        '      "finish_reason": "tool_calls"\n'
        "    }\n"
        "  ],\n"
        '  "usage": {\n'
        '    "prompt_tokens": 155,\n'
        '    "completion_tokens": 40,\n'
        '    "total_tokens": 195,\n'
        '    "prompt_tokens_details": {\n'
        '      "cached_tokens": 0,\n'
        '      "audio_tokens": 0\n'
        "    },\n"
        '    "completion_tokens_details": {\n'
        '      "reasoning_tokens": 0,\n'
        '      "audio_tokens": 0,\n'
        '      "accepted_prediction_tokens": 0,\n'
        '      "rejected_prediction_tokens": 0\n'
        "    }\n"
        "  },\n"
        '  "service_tier": "default",\n'
        '  "system_fingerprint": "fp_bbd0e68cdf"\n'
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

model = OpenAIModel("gpt-4.1-mini", api_base="http://127.0.0.1:8765/v1", api_key="some-key", client_kwargs={"max_retries": 0})
messages = [
    {"role": "system", "content": [{"type": "text", "text": "Use the tools to answer."}]},
    {"role": "user", "content": [{"type": "text", "text": "Read the meter of the main building in Graz, and give the coordinate x of Graz."}]},
]
tools = []


class Offered(Tool):
    name = "read_the-meter_of_the-main_building_and_report_its-value_in-kWh_"
    description = "Read the meter of the main building."
    output_type = "string"
    skip_forward_signature_validation = True
    forward = print
    inputs = {
        "city": {"description": "", "type": "string"},
    }


tools.append(Offered())


class Offered(Tool):
    name = "x"
    description = "Coordinate of a city, on the axis from west to east."
    output_type = "string"
    skip_forward_signature_validation = True
    forward = print
    inputs = {
        "city": {"description": "", "type": "string"},
    }


tools.append(Offered())
asked = {"tools_to_call_from": tools, "tool_choice": "auto"}
answer = model.generate(messages, **asked)

calls = [(call.id, call.function.name, call.function.arguments) for call in answer.tool_calls or ()]
text, reasoning = answer.content or "", ""
# Expected: {"calls": [["read_the-meter_of_the-main_building_and_report_its-value_in-kWh_", {"city": "Graz"}], ["x", {"city": "Graz"}]]}
# Got: Exception: Invalid Tool name 'read_the-meter_of_the-main_building_and_report_its-value_in-kWh_': must be a valid Python identifier and not a reserved keyword

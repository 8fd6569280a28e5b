"""llm 0.36: The request breaks the rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+, got "functions.get_weather:0"

Run it: pip install llm==0.36 llm-anthropic==0.30 openai==3.54.0 anthropic==1.17.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import llm
from llm.parts import Message, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from llm_anthropic import ClaudeMessages

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream; charset=utf-8",
        "event: message_start\n"
        'data: {"type":"message_start","message":{"model":"claude-haiku-4-5-20251001","id":"msg_011CCUqXowdgECJkCtfnZisc","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":282,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":1,"service_tier":"standard","inference_geo":"not_available"}}     }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_01nKSAhjzV3STPHwNac3KEjF","name":"get_weather","input":{},"caller":{"type":"direct"}}      }\n'
        "\n"
        "event: ping\n"
        'data: {"type": "ping"}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"city\\": \\"Lag"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"os\\"}"}        }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":0          }\n'
        "\n"
        "event: message_delta\n"
        'data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null},"usage":{"input_tokens":282,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":41} }\n'
        "\n"
        "event: message_stop\n"
        'data: {"type":"message_stop"  }\n'
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

model = ClaudeMessages(
    model_id="claude-haiku-4-5",
    claude_model_id="claude-haiku-4-5",
    base_url="http://127.0.0.1:8765",
    supports_thinking=True,
)
asked = {"max_tokens": 1024, "stream": True, "key": "some-key"}
tools = [
    llm.Tool("get_weather", "Current weather in a city.", {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }),
    llm.Tool("get_time", "Local time in a city.", {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }),
]
messages = [
    Message(role="system", parts=[TextPart(text="Use the tools to answer."), ]),
    Message(role="user", parts=[TextPart(text="What are the weather and the time in Minsk?"), ]),
    Message(role="assistant", parts=[ToolCallPart(name="get_weather", arguments=json.loads('{"city": "Minsk"}'), tool_call_id="functions.get_weather:0"), ToolCallPart(name="get_time", arguments=json.loads('{"city": "Minsk"}'), tool_call_id="functions.get_time:1"), ]),
    Message(role="tool", parts=[ToolResultPart(name="get_weather", output='{"temperature": 3, "sky": "snow"}', tool_call_id="functions.get_weather:0"), ToolResultPart(name="get_time", output='{"time": "19:15"}', tool_call_id="functions.get_time:1"), ]),
    Message(role="assistant", parts=[TextPart(text="It is 19:15 in Minsk, with snow and 3 degrees."), ]),
    Message(role="user", parts=[TextPart(text="And the weather in Lagos?"), ]),
]
answer = model.prompt(messages=messages, tools=tools, **asked)
text = answer.text()

# The provider refuses requests that break its rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+.
expected, got = "nothing", "functions.get_weather:0"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got if json.dumps(got) in json.dumps(REQUESTS[0]) else expected))
assert json.dumps(got) not in json.dumps(REQUESTS[0])

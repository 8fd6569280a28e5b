"""strands 1.62.0: The request breaks the rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+, got "functions.get_weather:0"

Run it: pip install strands-agents==1.62.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 ollama==0.6.3
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import asyncio
import base64

from strands.event_loop.streaming import process_stream
from strands.models.anthropic import AnthropicModel

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

model = AnthropicModel(
    model_id="claude-haiku-4-5",
    max_tokens=1024,
    client_args={"base_url": "http://127.0.0.1:8765", "api_key": "some-key", "max_retries": 0},
)
tools = [
    {"name": "get_weather", "description": "Current weather in a city.", "inputSchema": {"json": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }}},
    {"name": "get_time", "description": "Local time in a city.", "inputSchema": {"json": {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }}},
]
system = "Use the tools to answer."
messages = [
    {"role": "user", "content": [{"text": "What are the weather and the time in Minsk?"}]},
    {"role": "assistant", "content": [{"toolUse": {"toolUseId": "functions.get_weather:0", "name": "get_weather", "input": json.loads('{"city": "Minsk"}')}}, {"toolUse": {"toolUseId": "functions.get_time:1", "name": "get_time", "input": json.loads('{"city": "Minsk"}')}}]},
    {"role": "user", "content": [{"toolResult": {"toolUseId": "functions.get_weather:0", "status": "success", "content": [{"text": '{"temperature": 3, "sky": "snow"}'}]}}, {"toolResult": {"toolUseId": "functions.get_time:1", "status": "success", "content": [{"text": '{"time": "19:15"}'}]}}]},
    {"role": "assistant", "content": [{"text": "It is 19:15 in Minsk, with snow and 3 degrees."}]},
    {"role": "user", "content": [{"text": "And the weather in Lagos?"}]},
]


async def ask():
    stream = process_stream(model.stream(messages, tools or None, system))
    return [event["stop"][1] async for event in stream if "stop" in event][-1]


async def main():
    """Hold the conversation, and return the last answer."""
    return await ask()


answer = asyncio.run(main())

# The provider refuses requests that break its rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+.
expected, got = "nothing", "functions.get_weather:0"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got if json.dumps(got) in json.dumps(REQUESTS[0]) else expected))
assert json.dumps(got) not in json.dumps(REQUESTS[0])

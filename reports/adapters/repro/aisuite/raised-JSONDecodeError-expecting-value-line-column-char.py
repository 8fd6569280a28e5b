"""aisuite 0.2.0: The adapter raises JSONDecodeError: Expecting value: line 1 column 1 (char 0) (aisuite/providers/anthropic_provider.py:260)

Run it: pip install aisuite==0.2.0 openai==1.109.1 anthropic==0.125.0 mcp==2.3.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import aisuite

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream; charset=utf-8",
        "event: message_start\n"
        'data: {"type":"message_start","message":{"model":"claude-haiku-4-5-20251001","id":"msg_011CkbWFs15bnZt7Vkrsgs4L","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":47,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":3,"service_tier":"standard","inference_geo":"not_available"}}     }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_01L6BSjVGrNqkSVDjWyPujn3","name":"ping","input":{},"caller":{"type":"direct"}}               }\n'
        "\n"
        "event: ping\n"
        'data: {"type": "ping"}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}               }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":0         }\n'
        "\n"
        "event: message_delta\n"
        'data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null},"usage":{"input_tokens":47,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":35}         }\n'
        "\n"
        "event: message_stop\n"
        'data: {"type":"message_stop"     }\n'
        "\n",
    ),
    (
        200,
        "text/event-stream; charset=utf-8",
        "event: message_start\n"
        'data: {"type":"message_start","message":{"model":"claude-haiku-4-5-20251001","id":"msg_011CCMWY9CW8y3TnvYjUiYq6","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":111,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":1,"service_tier":"standard","inference_geo":"not_available"}}            }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n'
        "\n"
        "event: ping\n"
        'data: {"type": "ping"}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"The servic"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"e answers."}      }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":0 }\n'
        "\n"
        "event: message_delta\n"
        'data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null},"usage":{"input_tokens":111,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":9}               }\n'
        "\n"
        "event: message_stop\n"
        'data: {"type":"message_stop"   }\n'
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

client = aisuite.Client({"anthropic": {"api_key": "some-key", "base_url": "http://127.0.0.1:8765", "max_retries": 0}})
messages = [{"role": "system", "content": "Use the tools to answer."}, {"role": "user", "content": "Ping the service."}]


def joined(chunks):  # as OpenAI's documentation shows
    message = {"role": "assistant", "content": ""}
    calls = {}
    for choice in [choice for chunk in chunks for choice in chunk.choices[:1]]:
        message["content"] += choice.delta.content or ""
        for piece in choice.delta.tool_calls or ():
            if piece.index not in calls:
                calls[piece.index] = piece.model_copy(deep=True)
            else:
                calls[piece.index].function.arguments += piece.function.arguments or ""
    return message, list(calls.values())


def ask():
    answer = client.chat.completions.create(
        model="anthropic:claude-haiku-4-5",
        messages=messages,
        stream=True,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "ping",
                    "description": "Check that the service answers.",
                    "parameters": {"type": "object", "properties": {}},
                },
            },
        ],
        max_tokens=1024,
    )
    return joined(answer)


message, calls = ask()
messages.append(message | {"tool_calls": [call.model_dump(include={"id": True, "type": True, "function": {"name", "arguments"}}) for call in calls]})
messages.append({"role": "tool", "tool_call_id": calls[0].id, "content": "ok"})
message, calls = ask()

text = message["content"]
calls = [(call.id, call.function.name, call.function.arguments) for call in calls]
# Expected: {"text": "The service answers."}
# Got: JSONDecodeError: Expecting value: line 1 column 1 (char 0)

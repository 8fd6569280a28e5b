"""litellm 1.106.2: The request adds text: unexpected item 0: {"type":"text","text":"[System: Empty message content sanitised to satisfy protocol]"}

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # so that it fetches no list of prices
import litellm  # noqa: E402

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

messages = [{"role": "system", "content": "Use the tools to answer."}, {"role": "user", "content": "Ping the service."}]


def ask():
    answer = litellm.completion(
        model="anthropic/claude-haiku-4-5",
        messages=messages,
        max_retries=0,
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
        api_key="some-key",
        api_base="http://127.0.0.1:8765",
    )
    return litellm.stream_chunk_builder(list(answer), messages=messages).choices[0].message


message = ask()
messages.append(message)
messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "ok"})
message = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at messages/1/content, in request 2?
item = {"type": "text", "text": "[System: Empty message content sanitised to satisfy protocol]"}
items = REQUESTS[1]
for step in ["messages", 1, "content"]:
    items = items[step]
expected, got = False, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

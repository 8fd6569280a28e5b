"""llm 0.36: The adapter adds text: expected "", got " " (character 1: expected the end, got "\\u0020")

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
        'data: {"type":"message_start","message":{"model":"claude-haiku-4-5-20251001","id":"msg_011CfctT9CPQbjniThLLHCfQ","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":84,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":3,"service_tier":"standard","inference_geo":"not_available"}}  }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_01pRfZMsd1sPpRP99JDVtQhG","name":"order_dish","input":{},"caller":{"type":"direct"}}           }\n'
        "\n"
        "event: ping\n"
        'data: {"type": "ping"}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"di"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"sh\\": \\"寿司\\"}"}         }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":0     }\n'
        "\n"
        "event: message_delta\n"
        'data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null},"usage":{"input_tokens":84,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":40}          }\n'
        "\n"
        "event: message_stop\n"
        'data: {"type":"message_stop"     }\n'
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
    llm.Tool("order_dish", "Bestellt ein Gericht: «à la carte» – 料理を注文する 🍣", {
        "type": "object",
        "properties": {
            "dish": {
                "type": "string",
                "enum": ["寿司", "smørrebrød", "café au lait ☕"],
                "description": "Was es sein soll, z. B. „寿司“.",
            },
        },
        "required": ["dish"],
    }),
]
messages = [
    Message(role="system", parts=[TextPart(text="Use the tools to answer."), ]),
    Message(role="user", parts=[TextPart(text="寿司をください。"), ]),
]
answer = model.prompt(messages=messages, tools=tools, **asked)
text = answer.text()

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call.tool_call_id, call.name, call.arguments) for call in answer.tool_calls()]
reasoning = "".join(part.text for message in answer.messages() for part in message.parts if isinstance(part, ReasoningPart))
expected = ""
got = text
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

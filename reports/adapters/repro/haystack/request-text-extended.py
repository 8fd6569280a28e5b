"""haystack 3.4.0: The request adds to text: expected "true", got "true\\u00a0x\\ufeff"

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ |= {"ANTHROPIC_BASE_URL": "http://127.0.0.1:8765"}
from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack.utils import Secret
from haystack_integrations.components.generators.anthropic import AnthropicChatGenerator

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream; charset=utf-8",
        "event: message_start\n"
        'data: {"type":"message_start","message":{"model":"claude-haiku-4-5-20251001","id":"msg_011CibLafzqDLiSBWY9FhcRK","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":484,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":3,"service_tier":"standard","inference_geo":"not_available"}} }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}         }\n'
        "\n"
        "event: ping\n"
        'data: {"type": "ping"}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"true"}          }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":0      }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"\xa0"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"x"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"\ufeff"}      }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":1             }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_01u3hqKxRfMgDQbYbF2zs8bS","name":"Read","input":{},"caller":{"type":"direct"}}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"text_lines\\":[\\"null\\",\\"undefined\\",\\"x\x7f\x85y\\",\\" leading\\",\\"{}\\",\\"```json\\\\n{}\\\\n```\\",\\"None\\",\\"café\\"],\\"numbers\\":[14,-2147483649,1e-07],\\"title\\":0.30000000000000004,\\"kwargs\\":9007199254740993,\\"state\\":\\"fixed\\",\\"parameters\\":-2147483649,\\"text\\":\\"OhONy\\",\\"__proto__\\":\\"\'x0\\\\n漢ämB5äuw p20Mxu\\"}"}            }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":2           }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_01gENU2KXGHmK7E2fw9fX53J","name":"Read","input":{},"caller":{"type":"direct"}}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\\n  \\"text_lines\\": [\\n    \\"1qwwiFIs\\"\\n  ],\\n  \\"numbers\\": [\\n    -0.0,\\n    1,\\n    -273.15\\n  ],\\n  \\"note\\": \\"Off\\",\\n  \\"title\\": 14.0,\\n  \\"kwargs\\": 0,\\n  \\"state\\": \\"fixed\\",\\n  \\"parameters\\": 0,\\n  \\"text\\": \\"R ZBRtY😀35p!Poi.Xv\\\\\\"A 8\\",\\n  \\"__proto__\\": \\"data: [DONE]\\"\\n}"}             }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":3}\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":4,"content_block":{"type":"tool_use","id":"toolu_01pwYE2pZEm7ciKEr5GrWi7a","name":"Read","input":{},"caller":{"type":"direct"}}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"{\\"te"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"xt_li"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"nes\\":["}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"\\"null\\",\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"unde"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"fin"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"ed"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"\\",\\"x"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"\x7f\x85y\\",\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":" l"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"eading\\",\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"{}\\",\\"`"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"``jso"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"n\\\\n"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"{}\\\\n```"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"\\","}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"\\"None"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"\\",\\"café\\"]"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":",\\"nu"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"mbers\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":":[14,-214"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"748364"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"9,1e-0"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"7],\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"title\\":0."}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"3000000"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"00000000"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"04,\\"kwa"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"rg"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"s\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":":900"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"719925474"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"099"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"3,\\"state\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":":\\"fi"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"xed\\",\\"pa"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"rameter"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"s\\":-214"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"748"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"3649,\\"tex"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"t\\":\\"OhON"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"y\\",\\"__"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"proto__\\""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":":\\"\'x0\\\\"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"n漢ämB5"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"äuw p20Mx"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"u\\"}"}        }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":4 }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":5,"content_block":{"type":"tool_use","id":"toolu_01arHqChpzSTU2QvVYfBRoyK","name":"Read","input":{},"caller":{"type":"direct"}}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":5,"delta":{"type":"input_json_delta","partial_json":""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":5,"delta":{"type":"input_json_delta","partial_json":"{\\n  \\"text_lines\\": [\\n    \\"1qwwiFIs\\"\\n  ],\\n  \\"numbers\\": [\\n    -0.0,\\n    1,\\n    -273.15\\n  ],\\n  \\"note\\": \\"Off\\",\\n  \\"title\\": 14.0,\\n  \\"kwargs\\": 0,\\n  \\"state\\": \\"fixed\\",\\n  \\"parameters\\": 0,\\n  \\"text\\": \\"R ZBRtY😀35p!Poi.Xv\\\\\\"A 8\\",\\n  \\"__proto__\\": \\"data: [DONE]\\"\\n}"}          }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":5 }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":6,"content_block":{"type":"tool_use","id":"toolu_01EJwGdxbwVpujM1K1eNCeVq","name":"Read","input":{},"caller":{"type":"direct"}}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"{\\n  "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"\\"t"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"ext_line"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"s\\": [\\n  "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"  \\"1qw"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"wi"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"FIs\\"\\n  "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"],\\n  \\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"numbers\\":"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":" [\\n    "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"-0.0,"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"\\n   "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":" 1,\\n  "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"  -2"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"73.15\\n  ]"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":",\\n  \\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"note\\": \\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"Off\\",\\n "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":" \\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"title\\":"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":" 14.0"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":",\\n  "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"\\"kwargs\\":"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":" 0"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":",\\n  "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"\\"sta"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"te\\": \\"fix"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"ed\\",\\n "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":" \\"para"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"meters\\": "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"0,\\n  \\"te"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"xt\\": \\"R Z"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"BRtY"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"😀35"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"p!"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"Po"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"i.Xv"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"\\\\\\"A 8\\","}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"\\n  \\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"__p"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"roto__\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":": \\"data"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":": [D"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"ON"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"E]\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":6,"delta":{"type":"input_json_delta","partial_json":"\\n}"}         }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":6            }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":7,"content_block":{"type":"tool_use","id":"toolu_018ecWSrWoDg1tSKq62FR48L","name":"Read","input":{},"caller":{"type":"direct"}}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":7,"delta":{"type":"input_json_delta","partial_json":""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":7,"delta":{"type":"input_json_delta","partial_json":"{\\"text_lines\\":[\\"null\\",\\"undefined\\",\\"x\x7f\x85y\\",\\" leading\\",\\"{}\\",\\"```json\\\\n{}\\\\n```\\",\\"None\\",\\"café\\"],\\"numbers\\":[14,-2147483649,1e-07],\\"title\\":0.30000000000000004,\\"kwargs\\":9007199254740993,\\"state\\":\\"fixed\\",\\"parameters\\":-2147483649,\\"text\\":\\"OhONy\\",\\"__proto__\\":\\"\'x0\\\\n漢ämB5äuw p20Mxu\\"}"}       }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":7     }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":8,"content_block":{"type":"tool_use","id":"toolu_017XE8hjfdgPuKxv6XmC3ygG","name":"Read","input":{},"caller":{"type":"direct"}}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":8,"delta":{"type":"input_json_delta","partial_json":""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":8,"delta":{"type":"input_json_delta","partial_json":"{\\n  \\"text_lines\\": [\\n    \\"1qwwiFIs\\"\\n  ],\\n  \\"numbers\\": [\\n    -0.0,\\n    1,\\n    -273.15\\n  ],\\n  \\"note\\": \\"Off\\",\\n  \\"title\\": 14.0,\\n  \\"kwargs\\": 0,\\n  \\"state\\": \\"fixed\\",\\n  \\"parameters\\": 0,\\n  \\"text\\": \\"R ZBRtY😀35p!Poi.Xv\\\\\\"A 8\\",\\n  \\"__proto__\\": \\"data: [DONE]\\"\\n}"} }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":8           }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":9,"content_block":{"type":"tool_use","id":"toolu_013NDzRiaWMvuG5wY2piprs6","name":"Read","input":{},"caller":{"type":"direct"}}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"{\\"te"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"xt"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"_lines"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\":[\\"nul"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"l\\",\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"undefin"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"ed\\",\\"x\x7f"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\x85y\\",\\" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"leading\\","}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\"{}\\",\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"```jso"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"n\\\\n{}"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\\\n```\\","}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\"None\\","}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\"café\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"],\\"nu"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"mbers\\":"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"[14,-214"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"7483649"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":",1e"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"-07],"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\"tit"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"le\\":"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"0.300"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"00"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"00000"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"0000"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"004"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":",\\"kwargs\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":":90071992"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"5474"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"0993,"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\"state\\":\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"fixed\\","}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\"pa"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"rameters\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":":-21474"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"83649,"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\"t"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"ext"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\":\\"OhONy\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":",\\"_"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"_pro"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"to__\\":\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\'x0\\\\n漢ä"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"mB5äuw"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":" p20Mxu"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"\\"}"}    }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":9               }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":10,"content_block":{"type":"tool_use","id":"toolu_01UHns6JfQKddiPNk3zn5yvj","name":"Read","input":{},"caller":{"type":"direct"}}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":10,"delta":{"type":"input_json_delta","partial_json":""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":10,"delta":{"type":"input_json_delta","partial_json":"{\\"text_lines\\":[\\"null\\",\\"undefined\\",\\"x\x7f\x85y\\",\\" leading\\",\\"{}\\",\\"```json\\\\n{}\\\\n```\\",\\"None\\",\\"café\\"],\\"numbers\\":[14,-2147483649,1e-07],\\"title\\":0.30000000000000004,\\"kwargs\\":9007199254740993,\\"state\\":\\"fixed\\",\\"parameters\\":-2147483649,\\"text\\":\\"OhONy\\",\\"__proto__\\":\\"\'x0\\\\n漢ämB5äuw p20Mxu\\"}"}       }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":10            }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":11,"content_block":{"type":"tool_use","id":"toolu_01StqzZoTtLbvygvm68FNiiJ","name":"Read","input":{},"caller":{"type":"direct"}}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"{\\n "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":" \\"text_li"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"nes\\": [\\n "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"   \\"1q"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"wwiFIs"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"\\"\\n  ],\\n  "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"\\"number"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"s\\": [\\n  "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"  -0.0,\\n "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"   1"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":",\\n    -27"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"3.1"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"5\\n  ],\\n "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":" \\"note\\": "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"\\"Off\\","}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"\\n  \\"tit"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"le\\":"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":" 14.0,\\n "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":" \\"k"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"war"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"gs\\": 0"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":",\\n  \\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"state\\": "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"\\"fix"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"ed\\",\\n  \\"p"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"aramete"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"rs\\": 0,\\n "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":" \\"text\\":"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":" \\"R Z"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"BRtY😀35p"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"!Poi."}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"Xv\\\\\\"A"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":" 8\\","}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"\\n  \\"__"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"pr"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"oto__\\": \\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"data: ["}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"DON"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":11,"delta":{"type":"input_json_delta","partial_json":"E]\\"\\n}"}         }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":11}\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":12,"content_block":{"type":"tool_use","id":"toolu_01fBEf7y1mfkadRQhRqVvbBb","name":"Read","input":{},"caller":{"type":"direct"}}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":12,"delta":{"type":"input_json_delta","partial_json":""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":12,"delta":{"type":"input_json_delta","partial_json":"{\\n  \\"text_lines\\": [\\n    \\"1qwwiFIs\\"\\n  ],\\n  \\"numbers\\": [\\n    -0.0,\\n    1,\\n    -273.15\\n  ],\\n  \\"note\\": \\"Off\\",\\n  \\"title\\": 14.0,\\n  \\"kwargs\\": 0,\\n  \\"state\\": \\"fixed\\",\\n  \\"parameters\\": 0,\\n  \\"text\\": \\"R ZBRtY😀35p!Poi.Xv\\\\\\"A 8\\",\\n  \\"__proto__\\": \\"data: [DONE]\\"\\n}"}      }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":12           }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":13,"content_block":{"type":"tool_use","id":"toolu_01sLo3T9kEP56LeZbtAycPLK","name":"Read","input":{},"caller":{"type":"direct"}} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"{"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"x"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"_"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"l"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"i"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"n"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"s"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"["}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"1"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"q"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"w"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"w"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"i"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"F"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"I"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"s"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"]"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"n"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"u"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"m"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"b"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"r"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"s"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"["}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"-"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"0"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"."}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"0"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"1"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"-"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"2"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"7"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"3"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"."}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"1"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"5"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"]"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"n"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"o"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"O"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"f"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"f"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"i"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"l"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"1"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"4"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"."}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"0"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"k"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"w"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"a"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"r"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"g"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"s"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"0"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"s"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"a"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"f"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"i"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"x"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"d"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"p"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"a"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"r"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"a"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"m"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"r"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"s"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"e"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"x"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"R"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"Z"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"B"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"R"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"Y"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"😀"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"3"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"5"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"p"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"!"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"P"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"o"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"i"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"."}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"X"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"v"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\\\"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"A"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"8"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":","}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"_"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"_"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"p"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"r"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"o"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"o"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"_"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"_"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"d"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"a"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"t"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"a"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":":"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"["}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"D"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"O"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"N"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"E"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"]"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"\\n"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":13,"delta":{"type":"input_json_delta","partial_json":"}"}    }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":13          }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":14,"content_block":{"type":"tool_use","id":"toolu_01KYZLL8TMcgBzjfd4YACuqe","name":"Read","input":{},"caller":{"type":"direct"}}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"{"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"x"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"_"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"l"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"i"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"s"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":":"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"["}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"u"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"l"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"l"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"u"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"d"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"f"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"i"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"d"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"x"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\x7f"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\x85"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"y"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"l"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"a"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"d"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"i"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"g"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"{"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"}"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"`"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"`"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"`"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"j"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"s"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"o"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\\\"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"{"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"}"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\\\"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"`"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"`"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"`"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"N"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"o"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"c"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"a"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"f"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"é"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"]"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"u"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"m"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"b"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"r"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"s"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":":"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"["}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"1"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"-"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"2"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"1"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"7"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"8"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"3"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"6"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"9"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"1"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"-"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"7"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"]"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"i"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"l"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":":"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"."}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"3"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"k"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"w"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"a"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"r"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"g"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"s"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":":"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"9"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"7"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"1"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"9"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"9"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"2"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"5"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"7"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"9"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"9"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"3"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"s"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"a"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":":"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"f"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"i"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"x"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"d"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"p"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"a"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"r"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"a"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"m"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"r"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"s"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":":"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"-"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"2"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"1"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"7"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"8"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"3"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"6"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"4"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"9"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"e"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"x"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":":"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"O"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"h"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"O"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"N"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"y"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":","}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"_"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"_"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"p"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"r"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"o"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"t"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"o"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"_"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"_"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":":"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\'"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"x"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\\\"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"漢"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"ä"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"m"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"B"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"5"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"ä"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"u"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"w"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"p"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"2"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"0"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"M"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"x"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"u"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":14,"delta":{"type":"input_json_delta","partial_json":"}"}            }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":14       }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":15,"content_block":{"type":"tool_use","id":"toolu_012Re18yYbRkueNahsnHHKCV","name":"Read","input":{},"caller":{"type":"direct"}}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":15,"delta":{"type":"input_json_delta","partial_json":""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":15,"delta":{"type":"input_json_delta","partial_json":"{\\n  \\"text_lines\\": [\\n    \\"1qwwiFIs\\"\\n  ],\\n  \\"numbers\\": [\\n    -0.0,\\n    1,\\n    -273.15\\n  ],\\n  \\"note\\": \\"Off\\",\\n  \\"title\\": 14.0,\\n  \\"kwargs\\": 0,\\n  \\"state\\": \\"fixed\\",\\n  \\"parameters\\": 0,\\n  \\"text\\": \\"R ZBRtY😀35p!Poi.Xv\\\\\\"A 8\\",\\n  \\"__proto__\\": \\"data: [DONE]\\"\\n}"} }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":15        }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":16,"content_block":{"type":"tool_use","id":"toolu_01EWxPGwLBqEiMMP7bDgy4yN","name":"Read","input":{},"caller":{"type":"direct"}}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":16,"delta":{"type":"input_json_delta","partial_json":""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":16,"delta":{"type":"input_json_delta","partial_json":"{\\"text_lines\\":[\\"null\\",\\"undefined\\",\\"x\x7f\x85y\\",\\" leading\\",\\"{}\\",\\"```json\\\\n{}\\\\n```\\",\\"None\\",\\"café\\"],\\"numbers\\":[14,-2147483649,1e-07],\\"title\\":0.30000000000000004,\\"kwargs\\":9007199254740993,\\"state\\":\\"fixed\\",\\"parameters\\":-2147483649,\\"text\\":\\"OhONy\\",\\"__proto__\\":\\"\'x0\\\\n漢ämB5äuw p20Mxu\\"}"}      }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":16       }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":17,"content_block":{"type":"tool_use","id":"toolu_01sVb2j7Vn9RzisMXj72B3TT","name":"Read","input":{},"caller":{"type":"direct"}}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":17,"delta":{"type":"input_json_delta","partial_json":""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":17,"delta":{"type":"input_json_delta","partial_json":"{\\n  \\"text_lines\\": [\\n    \\"1qwwiFIs\\"\\n  ],\\n  \\"numbers\\": [\\n    -0.0,\\n    1,\\n    -273.15\\n  ],\\n  \\"note\\": \\"Off\\",\\n  \\"title\\": 14.0,\\n  \\"kwargs\\": 0,\\n  \\"state\\": \\"fixed\\",\\n  \\"parameters\\": 0,\\n  \\"text\\": \\"R ZBRtY😀35p!Poi.Xv\\\\\\"A 8\\",\\n  \\"__proto__\\": \\"data: [DONE]\\"\\n}"}  }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":17         }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":18,"content_block":{"type":"tool_use","id":"toolu_01CDCz5ej9sPYenBSnHCVKqC","name":"Read","input":{},"caller":{"type":"direct"}}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"{"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"x"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"_"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"l"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"i"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"s"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":":"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"["}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"u"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"l"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"l"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"u"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"d"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"f"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"i"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"d"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"x"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\x7f"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\x85"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"y"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":" "}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"l"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"a"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"d"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"i"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"g"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"{"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"}"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"`"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"`"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"`"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"j"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"s"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"o"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\\\"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"{"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"}"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\\\"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"`"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"`"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"`"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"N"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"o"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"c"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"a"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"f"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"é"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"]"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"u"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"m"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"b"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"r"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"s"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":":"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"["}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"1"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"-"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"2"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"1"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"7"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"8"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"3"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"6"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"9"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"1"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"-"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"7"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"]"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"i"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"l"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":":"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"."}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"3"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"k"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"w"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"a"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"r"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"g"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"s"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":":"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"9"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"7"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"1"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"9"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"9"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"2"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"5"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"7"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"9"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"9"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"3"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"s"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"a"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":":"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"f"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"i"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"x"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"d"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"p"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"a"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"r"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"a"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"m"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"r"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"s"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":":"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"-"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"2"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"1"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"7"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"8"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"3"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"6"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"4"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"9"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"e"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"x"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":":"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"O"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"h"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"O"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"N"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"y"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":","}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"_"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"_"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"p"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"r"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"o"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"t"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"o"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"_"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"_"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":":"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\'"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"x"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\\\"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"漢"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"ä"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"m"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"B"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"5"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"ä"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"u"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"w"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"p"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"2"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"0"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"M"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"x"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"u"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":18,"delta":{"type":"input_json_delta","partial_json":"}"}}\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":18              }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":19,"content_block":{"type":"tool_use","id":"toolu_01oZHp7UPJpNz43J5EKWuUQy","name":"Read","input":{},"caller":{"type":"direct"}}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":19,"delta":{"type":"input_json_delta","partial_json":""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":19,"delta":{"type":"input_json_delta","partial_json":"{\\n  \\"text_lines\\": [\\n    \\"1qwwiFIs\\"\\n  ],\\n  \\"numbers\\": [\\n    -0.0,\\n    1,\\n    -273.15\\n  ],\\n  \\"note\\": \\"Off\\",\\n  \\"title\\": 14.0,\\n  \\"kwargs\\": 0,\\n  \\"state\\": \\"fixed\\",\\n  \\"parameters\\": 0,\\n  \\"text\\": \\"R ZBRtY😀35p!Poi.Xv\\\\\\"A 8\\",\\n  \\"__proto__\\": \\"data: [DONE]\\"\\n}"}          }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":19       }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":20,"content_block":{"type":"tool_use","id":"toolu_01Dhnt2e2JTZSV6EX3HEj3QY","name":"Read","input":{},"caller":{"type":"direct"}}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":20,"delta":{"type":"input_json_delta","partial_json":""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":20,"delta":{"type":"input_json_delta","partial_json":"{\\n  \\"text_lines\\": [\\n    \\"1qwwiFIs\\"\\n  ],\\n  \\"numbers\\": [\\n    -0.0,\\n    1,\\n    -273.15\\n  ],\\n  \\"note\\": \\"Off\\",\\n  \\"title\\": 14.0,\\n  \\"kwargs\\": 0,\\n  \\"state\\": \\"fixed\\",\\n  \\"parameters\\": 0,\\n  \\"text\\": \\"R ZBRtY😀35p!Poi.Xv\\\\\\"A 8\\",\\n  \\"__proto__\\": \\"data: [DONE]\\"\\n}"}}\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":20       }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":21,"content_block":{"type":"tool_use","id":"toolu_01wdqyRH9QpfWhs3zkcWZyhm","name":"Read","input":{},"caller":{"type":"direct"}}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"{"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"x"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"_"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"l"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"i"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"n"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"s"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"["}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"1"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"q"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"w"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"w"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"i"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"F"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"I"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"s"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"]"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"n"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"u"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"m"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"b"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"r"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"s"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"["}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"-"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"0"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"."}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"0"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"1"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"-"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"2"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"7"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"3"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"."}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"1"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"5"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"]"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"n"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"o"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"O"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"f"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"f"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"i"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"l"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"1"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"4"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"."} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"0"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"k"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"w"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"a"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"r"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"g"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"s"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"0"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"s"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"a"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"f"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"i"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"x"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"d"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"p"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"a"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"r"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"a"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"m"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"r"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"s"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"0"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"e"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"x"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"R"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"Z"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"B"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"R"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"Y"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"😀"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"3"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"5"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"p"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"!"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"P"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"o"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"i"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"."} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"X"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"v"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\\\"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"A"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"8"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":","}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"_"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"_"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"p"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"r"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"o"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"o"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"_"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"_"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"d"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"a"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"t"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"a"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":":"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"["} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"D"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"O"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"N"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"E"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"]"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"\\n"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":21,"delta":{"type":"input_json_delta","partial_json":"}"}      }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":21         }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":22,"content_block":{"type":"tool_use","id":"toolu_01dVzZR8fcEFcaH5JnAMKqTv","name":"Read","input":{},"caller":{"type":"direct"}}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":22,"delta":{"type":"input_json_delta","partial_json":""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":22,"delta":{"type":"input_json_delta","partial_json":"{\\"text_lines\\":[\\"null\\",\\"undefined\\",\\"x\x7f\x85y\\",\\" leading\\",\\"{}\\",\\"```json\\\\n{}\\\\n```\\",\\"None\\",\\"café\\"],\\"numbers\\":[14,-2147483649,1e-07],\\"title\\":0.30000000000000004,\\"kwargs\\":9007199254740993,\\"state\\":\\"fixed\\",\\"parameters\\":-2147483649,\\"text\\":\\"OhONy\\",\\"__proto__\\":\\"\'x0\\\\n漢ämB5äuw p20Mxu\\"}"}           }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":22  }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":23,"content_block":{"type":"tool_use","id":"toolu_01yUvavBFunUoXTo6kJsDiPj","name":"Read","input":{},"caller":{"type":"direct"}}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":23,"delta":{"type":"input_json_delta","partial_json":""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":23,"delta":{"type":"input_json_delta","partial_json":"{\\"text_lines\\":[\\"null\\",\\"undefined\\",\\"x\x7f\x85y\\",\\" leading\\",\\"{}\\",\\"```json\\\\n{}\\\\n```\\",\\"None\\",\\"café\\"],\\"numbers\\":[14,-2147483649,1e-07],\\"title\\":0.30000000000000004,\\"kwargs\\":9007199254740993,\\"state\\":\\"fixed\\",\\"parameters\\":-2147483649,\\"text\\":\\"OhONy\\",\\"__proto__\\":\\"\'x0\\\\n漢ämB5äuw p20Mxu\\"}"}            }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":23       }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":24,"content_block":{"type":"tool_use","id":"toolu_01GH9GBqFVCA2APAdZRZSU3v","name":"Read","input":{},"caller":{"type":"direct"}}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":24,"delta":{"type":"input_json_delta","partial_json":""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":24,"delta":{"type":"input_json_delta","partial_json":"{\\"text_lines\\":[\\"null\\",\\"undefined\\",\\"x\x7f\x85y\\",\\" leading\\",\\"{}\\",\\"```json\\\\n{}\\\\n```\\",\\"None\\",\\"café\\"],\\"numbers\\":[14,-2147483649,1e-07],\\"title\\":0.30000000000000004,\\"kwargs\\":9007199254740993,\\"state\\":\\"fixed\\",\\"parameters\\":-2147483649,\\"text\\":\\"OhONy\\",\\"__proto__\\":\\"\'x0\\\\n漢ämB5äuw p20Mxu\\"}"}               }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":24               }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":25,"content_block":{"type":"tool_use","id":"toolu_012hRdULgt3nEoia7YTS7TBR","name":"Read","input":{},"caller":{"type":"direct"}}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":25,"delta":{"type":"input_json_delta","partial_json":""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":25,"delta":{"type":"input_json_delta","partial_json":"{\\n  \\"text_lines\\": [\\n    \\"1qwwiFIs\\"\\n  ],\\n  \\"numbers\\": [\\n    -0.0,\\n    1,\\n    -273.15\\n  ],\\n  \\"note\\": \\"Off\\",\\n  \\"title\\": 14.0,\\n  \\"kwargs\\": 0,\\n  \\"state\\": \\"fixed\\",\\n  \\"parameters\\": 0,\\n  \\"text\\": \\"R ZBRtY😀35p!Poi.Xv\\\\\\"A 8\\",\\n  \\"__proto__\\": \\"data: [DONE]\\"\\n}"}           }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":25         }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":26,"content_block":{"type":"tool_use","id":"toolu_01ihG8ZEpzKJyxP16QSjH7z4","name":"Read","input":{},"caller":{"type":"direct"}}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"{"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"x"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"_"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"l"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"i"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"n"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"s"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"["}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"1"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"q"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"w"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"w"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"i"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"F"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"I"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"s"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"]"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"u"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"m"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"b"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"r"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"s"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"["} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"-"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"0"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"."}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"0"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"1"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"-"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"2"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"7"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"3"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"."}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"1"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"5"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"]"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"n"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"o"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"O"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"f"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"f"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"i"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"l"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"1"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"4"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"."}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"0"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"k"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"w"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"a"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"r"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"g"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"s"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"0"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"s"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"a"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"f"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"i"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"x"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"d"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"p"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"a"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"r"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"a"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"m"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"r"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"s"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"0"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"e"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"x"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"R"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"Z"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"B"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"R"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"Y"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"😀"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"3"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"5"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"p"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"!"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"P"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"o"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"i"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"."}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"X"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"v"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\\\"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"A"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"8"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":","}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"_"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"_"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"p"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"r"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"o"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"o"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"_"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"_"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"d"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"a"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"t"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"a"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":":"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"["}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"D"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"O"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"N"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"E"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"]"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"\\n"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":26,"delta":{"type":"input_json_delta","partial_json":"}"}   }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":26      }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":27,"content_block":{"type":"tool_use","id":"toolu_01YSRwxihspwBBbJb4CUNfEo","name":"Read","input":{},"caller":{"type":"direct"}}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"{"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"x"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"_"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"l"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"i"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"s"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"["} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"1"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"q"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"w"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"w"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"i"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"F"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"I"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"s"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"]"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"n"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"u"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"m"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"b"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"r"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"s"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"["}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"-"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"0"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"."}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"0"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"1"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"-"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"2"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"7"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"3"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"."}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"1"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"5"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"]"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"o"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"O"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"f"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"f"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"i"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"l"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"1"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"4"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"."}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"0"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"k"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"w"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"a"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"r"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"g"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"s"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"0"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"s"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"a"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"f"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"i"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"x"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"d"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"p"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"a"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"r"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"a"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"m"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"r"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"s"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"0"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"e"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"x"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"R"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"Z"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"B"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"R"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"Y"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"😀"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"3"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"5"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"p"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"!"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"P"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"o"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"i"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"."}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"X"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"v"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\\\"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"A"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"8"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":","}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"_"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"_"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"p"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"r"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"o"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"o"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"_"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"_"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"d"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"a"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"t"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"a"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":":"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":" "}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"["} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"D"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"O"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"N"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"E"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"]"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"\\n"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":27,"delta":{"type":"input_json_delta","partial_json":"}"}}\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":27   }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":28,"content_block":{"type":"tool_use","id":"toolu_01wZrL5fwn68g9YkMwVexpby","name":"Read","input":{},"caller":{"type":"direct"}}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":28,"delta":{"type":"input_json_delta","partial_json":""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":28,"delta":{"type":"input_json_delta","partial_json":"{\\"text_lines\\":[\\"null\\",\\"undefined\\",\\"x\x7f\x85y\\",\\" leading\\",\\"{}\\",\\"```json\\\\n{}\\\\n```\\",\\"None\\",\\"café\\"],\\"numbers\\":[14,-2147483649,1e-07],\\"title\\":0.30000000000000004,\\"kwargs\\":9007199254740993,\\"state\\":\\"fixed\\",\\"parameters\\":-2147483649,\\"text\\":\\"OhONy\\",\\"__proto__\\":\\"\'x0\\\\n漢ämB5äuw p20Mxu\\"}"}            }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":28}\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":29,"content_block":{"type":"tool_use","id":"toolu_01CUTwrQj7fkQD1Z3RrGX6m6","name":"Read","input":{},"caller":{"type":"direct"}}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":29,"delta":{"type":"input_json_delta","partial_json":""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":29,"delta":{"type":"input_json_delta","partial_json":"{\\"text_lines\\":[\\"null\\",\\"undefined\\",\\"x\x7f\x85y\\",\\" leading\\",\\"{}\\",\\"```json\\\\n{}\\\\n```\\",\\"None\\",\\"café\\"],\\"numbers\\":[14,-2147483649,1e-07],\\"title\\":0.30000000000000004,\\"kwargs\\":9007199254740993,\\"state\\":\\"fixed\\",\\"parameters\\":-2147483649,\\"text\\":\\"OhONy\\",\\"__proto__\\":\\"\'x0\\\\n漢ämB5äuw p20Mxu\\"}"}   }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":29   }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":30,"content_block":{"type":"tool_use","id":"toolu_01gQLG99ptKaUhv7S9Ajb1s3","name":"Read","input":{},"caller":{"type":"direct"}}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"{\\"t"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"ext_lin"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"es\\":[\\"n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"ull\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":",\\"undefin"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"ed\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":",\\"x\x7f\x85y\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":",\\" "}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"le"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"ad"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"ing\\",\\"{}"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"\\",\\"``"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"`json\\\\n{"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"}\\\\n```\\",\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"None\\",\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"café\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"],\\"numb"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"ers\\":["}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"14,-"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"21474836"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"49,1e-07]"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":",\\"t"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"itl"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"e\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":":0.30000"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"0000"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"00000004"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":",\\"kwargs\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":":9"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"007"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"19925474"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"0993"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":",\\"state\\":"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"\\"fixe"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"d\\",\\"para"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"meters\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":":-21474"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"83"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"64"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"9,\\"tex"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"t\\":\\"OhON"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"y\\",\\"__pro"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"to__\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":":\\"\'x0\\\\"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"n漢ämB"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"5äu"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"w p20Mxu"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":30,"delta":{"type":"input_json_delta","partial_json":"\\"}"}   }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":30   }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":31,"content_block":{"type":"tool_use","id":"toolu_01gvyJiQNG5d43abyN1mQMgD","name":"Read","input":{},"caller":{"type":"direct"}}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"{"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"x"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"_"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"l"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"i"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"s"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":":"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"["}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"u"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"l"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"l"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"u"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"d"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"f"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"i"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"d"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"x"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\x7f"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\x85"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"y"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":" "}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"l"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"a"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"d"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"i"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"g"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"{"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"}"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"`"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"`"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"`"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"j"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"s"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"o"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\\\"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"{"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"}"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\\\"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"`"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"`"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"`"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"N"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"o"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"c"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"a"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"f"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"é"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"]"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"u"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"m"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"b"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"r"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"s"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":":"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"["}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"1"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"-"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"2"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"1"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"7"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"8"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"3"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"6"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"9"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"1"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"-"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"7"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"]"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"i"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"l"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":":"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"."}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"3"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"k"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"w"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"a"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"r"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"g"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"s"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":":"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"9"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"7"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"1"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"9"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"9"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"2"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"5"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"7"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"9"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"9"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"3"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"s"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"a"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":":"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"f"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"i"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"x"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"d"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"p"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"a"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"r"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"a"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"m"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"r"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"s"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":":"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"-"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"2"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"1"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"7"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"8"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"3"}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"6"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"4"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"9"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"e"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"x"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":":"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"O"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"h"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"O"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"N"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"y"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":","}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"_"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"_"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"p"}       }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"r"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"o"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"t"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"o"}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"_"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"_"}     }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}              }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":":"}  }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}          }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\'"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"x"}             }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\\\"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"n"}        }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"漢"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"ä"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"m"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"B"}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"5"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"ä"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"u"} }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"w"}               }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":" "}         }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"p"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"2"}   }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"0"}      }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"M"}            }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"x"}    }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"u"}           }\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"\\""}}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":31,"delta":{"type":"input_json_delta","partial_json":"}"}             }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":31  }\n'
        "\n"
        "event: message_delta\n"
        'data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null},"usage":{"input_tokens":484,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":2855}          }\n'
        "\n"
        "event: message_stop\n"
        'data: {"type":"message_stop" }\n'
        "\n",
    ),
    (
        200,
        "text/event-stream; charset=utf-8",
        "event: message_start\n"
        'data: {"type":"message_start","message":{"model":"claude-haiku-4-5-20251001","id":"msg_011CcjTuGQargALrdJWnNPMF","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":3763,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":2,"service_tier":"standard","inference_geo":"not_available"}}            }\n'
        "\n"
        "event: content_block_start\n"
        'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""} }\n'
        "\n"
        "event: ping\n"
        'data: {"type": "ping"}\n'
        "\n"
        "event: content_block_delta\n"
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"[]"}       }\n'
        "\n"
        "event: content_block_stop\n"
        'data: {"type":"content_block_stop","index":0        }\n'
        "\n"
        "event: message_delta\n"
        'data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null},"usage":{"input_tokens":3763,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":5}         }\n'
        "\n"
        "event: message_stop\n"
        'data: {"type":"message_stop"              }\n'
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

generator = AnthropicChatGenerator(
    model="claude-haiku-4-5",
    api_key=Secret.from_token(token="some-key"),
    ignore_tools_thinking_messages=False,
    max_retries=0,
    generation_kwargs={"max_tokens": 777},
)
tools = [
    Tool("Read", "true", {
        "type": "object",
        "properties": {
            "text_lines": {"type": "array", "items": {"type": "string"}},
            "numbers": {"type": "array", "items": {"type": "number"}},
            "note": {"type": "string"},
            "title": {"type": "number"},
            "kwargs": {"type": "integer", "description": "What it is."},
            "state": {"type": "string", "const": "fixed", "description": 'café <b> "q"'},
            "parameters": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "text": {"type": "string", "default": "none", "description": "What it is."},
            "__proto__": {"type": "string", "description": 'café <b> "q"'},
        },
        "required": ["text_lines", "numbers", "title", "kwargs", "state", "parameters", "text", "__proto__"],
    }, print),
    Tool("x", "1e5", {
        "type": "object",
        "properties": {"index": {"type": "boolean"}},
        "required": ["index"],
        "additionalProperties": False,
    }, print),
    Tool("make", "007", {
        "type": "object",
        "properties": {
            "a_b": {
                "type": "object",
                "properties": {"format": {"type": "string", "description": 'café <b> "q"'}},
                "required": ["format"],
                "additionalProperties": False,
            },
            "Date": {"type": "integer"},
            "config": {
                "type": "object",
                "properties": {
                    "class": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                    "user.name": {"type": ["string", "null"], "description": 'café <b> "q"'},
                    "constructor": {"type": "number", "description": "What it is."},
                },
                "required": ["class", "user.name"],
            },
        },
        "required": ["Date", "config"],
    }, print),
    Tool("handle", "", {
        "type": "object",
        "properties": {
            "record": {
                "type": "object",
                "propertyNames": {"pattern": "^[a-z]+$"},
                "additionalProperties": {"type": "number"},
            },
            "title": {"type": "string", "minLength": 1, "maxLength": 200},
            "payment": {
                "type": "object",
                "properties": {"card": {"type": "string"}, "code": {"type": "string"}},
                "dependentRequired": {"card": ["code"]},
            },
            "time": {"type": "string", "format": "date-time", "title": "Start", "deprecated": True},
        },
    }, print),
]
messages = [
    ChatMessage.from_user(" leading"),
    ChatMessage.from_assistant('"quoted"'),
    ChatMessage.from_user("trailing "),
]


def ask():
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None)["replies"][0]


answer = ask()
messages.append(answer)
messages.append(ChatMessage.from_tool("👩\u200d🚀 🇫🇷", answer.tool_calls[0]))
messages.append(ChatMessage.from_tool("undefined", answer.tool_calls[1]))
messages.append(ChatMessage.from_tool("1_000", answer.tool_calls[2]))
messages.append(ChatMessage.from_tool("14.0", answer.tool_calls[3]))
messages.append(ChatMessage.from_tool("שלום", answer.tool_calls[4]))
messages.append(ChatMessage.from_tool("x\x7f\x85y", answer.tool_calls[5]))
messages.append(ChatMessage.from_tool("jeiE9huMsJ93We\nZ", answer.tool_calls[6]))
messages.append(ChatMessage.from_tool('{"error": "none"}', answer.tool_calls[7]))
messages.append(ChatMessage.from_tool("0x1F", answer.tool_calls[8]))
messages.append(ChatMessage.from_tool("U", answer.tool_calls[9]))
messages.append(ChatMessage.from_tool("NaN", answer.tool_calls[10]))
messages.append(ChatMessage.from_tool('{"a": [1, "b"]}', answer.tool_calls[11]))
messages.append(ChatMessage.from_tool("?Gnr/n>86ua?iUy4d9Z<qKS8LK&😀m漢漢😀iOsc", answer.tool_calls[12]))
messages.append(ChatMessage.from_tool("bn?3s!zuSK/漢nPaE2,X", answer.tool_calls[13]))
messages.append(ChatMessage.from_tool("ypR94fwäx0&qSr0\n4V'ä-dOHUT.L29", answer.tool_calls[14], error=True))
messages.append(ChatMessage.from_tool("rhv::sCVt>ñbGuN4MI\n2 \\>s9QN\\KW-aЖuf", answer.tool_calls[15]))
messages.append(ChatMessage.from_tool("C:\\new\\table", answer.tool_calls[16], error=True))
messages.append(ChatMessage.from_tool("true", answer.tool_calls[17]))
messages.append(ChatMessage.from_tool('opWXKPSDI/3N1:kdKe08oKLs95e  ij5U漢p漢"j', answer.tool_calls[18]))
messages.append(ChatMessage.from_tool("{}", answer.tool_calls[19]))
messages.append(ChatMessage.from_tool("seDmQqfj&kp:FFL0", answer.tool_calls[20]))
messages.append(ChatMessage.from_tool("</think>", answer.tool_calls[21]))
messages.append(ChatMessage.from_tool(',P6😀!gz\'O8QdbOЖk<B!Udp0😀FUHG7h/<J"GUK3', answer.tool_calls[22]))
messages.append(ChatMessage.from_tool("yes", answer.tool_calls[23]))
messages.append(ChatMessage.from_tool("你好", answer.tool_calls[24]))
messages.append(ChatMessage.from_tool("mäk 6 om😀 1Q4NIz", answer.tool_calls[25]))
messages.append(ChatMessage.from_tool("event: ping", answer.tool_calls[26]))
messages.append(ChatMessage.from_tool("ABCDEF12-3456-4789-8ABC-def012345678", answer.tool_calls[27]))
messages.append(ChatMessage.from_tool("a\\nb \\u00e9 \\/ \\", answer.tool_calls[28]))
messages.append(ChatMessage.from_tool("6'H6NY.aSinkF>kz,RW8ßxC-iM0R'bLßq/_o&M", answer.tool_calls[29]))
answer = ask()

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "true"
got = REQUESTS[1]
for step in ["messages", 3, "content", 0, "text"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

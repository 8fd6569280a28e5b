"""langchain 1.7.2: The adapter raises ValidationError: 1 validation error for AssistantChatMessageV2 tool_plan Input should be a valid string [type=string_type, input_value=[{'type': 'reasoning', 'i... first.', 'index': 0}]}], input_type= ...

Run it: pip install langchain-core==1.7.2 langchain-openai==1.7.3 langchain-anthropic==1.7.7 langchain-google-genai==4.4.2 langchain-ollama==1.1.0 langchain-mistralai==1.1.6 langchain-cohere==0.6.0 langchain-aws==1.9.1 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 ollama==0.6.3 cohere==5.21.1 boto3==1.44.5
The answers follow cohere's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import StructuredTool
from langchain_cohere import ChatCohere

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream",
        "event: message-start\n"
        'data: {"id":"b7b2b0af-52aa-42b9-9f30-5133a695d385","type":"message-start","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}\n'
        "\n"
        "event: content-start\n"
        'data: {"type":"content-start","index":0,"delta":{"message":{"content":{"type":"thinking","thinking":""}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"Th"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"e weat"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"her in"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":" Berli"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"n "}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"decid"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"es th"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"at,"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":" s"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"o "}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"I "}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"sho"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"uld lo"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"ok it"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":" up fi"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"rst."}}}}\n'
        "\n"
        "event: content-end\n"
        'data: {"type":"content-end","index":0}\n'
        "\n"
        "event: tool-call-start\n"
        'data: {"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"get_weather_97oqfb4rn55t","type":"function","function":{"name":"get_weather","arguments":""}}}}}\n'
        "\n"
        "event: tool-call-delta\n"
        'data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{\\"cit"}}}}}\n'
        "\n"
        "event: tool-call-delta\n"
        'data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"y\\": "}}}}}\n'
        "\n"
        "event: tool-call-delta\n"
        'data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"\\"Ber"}}}}}\n'
        "\n"
        "event: tool-call-delta\n"
        'data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"lin\\""}}}}}\n'
        "\n"
        "event: tool-call-delta\n"
        'data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"}"}}}}}\n'
        "\n"
        "event: tool-call-end\n"
        'data: {"type":"tool-call-end","index":0}\n'
        "\n"
        "event: message-end\n"
        'data: {"type":"message-end","delta":{"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":153,"output_tokens":23},"tokens":{"input_tokens":1553,"output_tokens":55},"cached_tokens":0}}}\n'
        "\n"
        "data: [DONE]\n"
        "\n",
    ),
    (
        200,
        "text/event-stream",
        "event: message-start\n"
        'data: {"id":"641bd053-092e-4afa-bf50-59849c0f9543","type":"message-start","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}\n'
        "\n"
        "event: content-start\n"
        'data: {"type":"content-start","index":0,"delta":{"message":{"content":{"type":"text","text":""}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"No,"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":" i"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"t is 2"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"1 d"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"egree"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"s and "}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"clear"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":" in "}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"Berli"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"n."}}}}\n'
        "\n"
        "event: citation-start\n"
        'data: {"type":"citation-start","index":0,"delta":{"message":{"citations":{"start":34,"end":40,"text":"Berlin","sources":[{"type":"tool","id":"get_weather_97oqfb4rn55t:0","tool_output":{"temperature":"21","sky":"clear"}}],"type":"TEXT_CONTENT"}}}}\n'
        "\n"
        "event: citation-end\n"
        'data: {"type":"citation-end","index":0}\n'
        "\n"
        "event: content-end\n"
        'data: {"type":"content-end","index":0}\n'
        "\n"
        "event: message-end\n"
        'data: {"type":"message-end","delta":{"finish_reason":"COMPLETE","usage":{"billed_units":{"input_tokens":249,"output_tokens":10},"tokens":{"input_tokens":1649,"output_tokens":22},"cached_tokens":0}}}\n'
        "\n"
        "data: [DONE]\n"
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

model = ChatCohere(model="command-a-reasoning-08-2025", base_url="http://127.0.0.1:8765", cohere_api_key="some-key")
model = model.bind_tools(
    [
        StructuredTool(name="get_weather", description="Current weather in a city.", func=None, args_schema={
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name of the city."},
                "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            },
            "required": ["city"],
        }),
        StructuredTool(name="get_time", description="Local time in a city.", func=None, args_schema={
            "type": "object",
            "properties": {"city": {"type": "string", "description": "Name of the city."}},
            "required": ["city"],
        }),
    ], max_tokens=4096
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage("Do I need a coat in Berlin today?"),
]


def ask():
    first, *others = model.stream(messages)
    return sum(others, first)


answer = ask()
messages.append(answer)
messages.append(ToolMessage(content='{"temperature": 21, "sky": "clear"}', tool_call_id=answer.tool_calls[0]["id"], name="get_weather"))
answer = ask()

calls = [(call["id"], call["name"], call["args"]) for call in [*answer.tool_calls, *answer.invalid_tool_calls]]
text = str(answer.text)
reasoning = "".join(block.get("reasoning", "") for block in answer.content_blocks if block["type"] == "reasoning")
# Expected: {"text": "No, it is 21 degrees and clear in Berlin."}
# Got: ValidationError: 1 validation error for AssistantChatMessageV2

"""langchain 1.7.2: The adapter adds calls: expected 1 call (get_time), got 6 (get_time, , get_time, , , )

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
        'data: {"id":"ce9ebb3a-9b9e-41dc-aeda-c2627b48acc9","type":"message-start","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}\n'
        "\n"
        "event: tool-plan-delta\n"
        'data: {"type":"tool-plan-delta","delta":{"message":{"tool_plan":"I will"}}}\n'
        "\n"
        "event: tool-plan-delta\n"
        'data: {"type":"tool-plan-delta","delta":{"message":{"tool_plan":" use "}}}\n'
        "\n"
        "event: tool-plan-delta\n"
        'data: {"type":"tool-plan-delta","delta":{"message":{"tool_plan":"get_ti"}}}\n'
        "\n"
        "event: tool-plan-delta\n"
        'data: {"type":"tool-plan-delta","delta":{"message":{"tool_plan":"me to "}}}\n'
        "\n"
        "event: tool-plan-delta\n"
        'data: {"type":"tool-plan-delta","delta":{"message":{"tool_plan":"answer"}}}\n'
        "\n"
        "event: tool-plan-delta\n"
        'data: {"type":"tool-plan-delta","delta":{"message":{"tool_plan":"."}}}\n'
        "\n"
        "event: tool-call-start\n"
        'data: {"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"get_time_ft9r9b16884p","type":"function","function":{"name":"get_time","arguments":""}}}}}\n'
        "\n"
        "event: tool-call-delta\n"
        'data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{\\"c"}}}}}\n'
        "\n"
        "event: tool-call-delta\n"
        'data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"ity\\":"}}}}}\n'
        "\n"
        "event: tool-call-delta\n"
        'data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":" \\"Rom"}}}}}\n'
        "\n"
        "event: tool-call-delta\n"
        'data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"e\\"}"}}}}}\n'
        "\n"
        "event: tool-call-end\n"
        'data: {"type":"tool-call-end","index":0}\n'
        "\n"
        "event: message-end\n"
        'data: {"type":"message-end","delta":{"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":151,"output_tokens":13},"tokens":{"input_tokens":1551,"output_tokens":45},"cached_tokens":0}}}\n'
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

model = ChatCohere(model="command-a-03-2025", base_url="http://127.0.0.1:8765", cohere_api_key="some-key")
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
    ], max_tokens=1024, tool_choice="REQUIRED"
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage("What time is it in Rome?"),
]


def ask():
    first, *others = model.stream(messages)
    return sum(others, first)


answer = ask()

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call["id"], call["name"], call["args"]) for call in [*answer.tool_calls, *answer.invalid_tool_calls]]
text = str(answer.text)
reasoning = "".join(block.get("reasoning", "") for block in answer.content_blocks if block["type"] == "reasoning")
expected = ["get_time"]
got = [name or "" for _, name, _ in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

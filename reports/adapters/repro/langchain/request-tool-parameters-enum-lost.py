"""langchain 1.7.2: The request loses tool.parameters/enum: expected ["celsius","fahrenheit"], got nothing

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
    (400, "application/json", '{"id":"34cf74c9-5a18-4e14-bf4d-f4ac7ec39f56","message":"invalid tool message at messages[3]: tool call id \'paris0001\' not found in previous tool calls"}'),
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
    ], max_tokens=1024
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage("What is the weather in Paris?"),
    AIMessage("I will look that up."),
    ToolMessage(content='{"temperature": 21}', tool_call_id="paris0001", name="get_weather"),
]
try:
    answer = model.invoke(messages)
except Exception as error:  # the provider refuses the request, which is right
    print(type(error).__name__)

# The value that the provider should get. "nothing" stands for a missing value.
expected = ["celsius", "fahrenheit"]
got = REQUESTS[0]
for step in ["tools", 0, "function", "parameters", "properties", "unit", "enum"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

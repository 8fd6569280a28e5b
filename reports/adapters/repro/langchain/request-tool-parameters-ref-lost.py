"""langchain 1.7.2: The request loses tool.parameters/$ref: expected "#/$defs/section", got nothing

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
    (200, "application/json", '{"id":"4127836c-94e5-4df9-b46c-3a660aafda87","message":{"role":"assistant","tool_plan":"I will use save_outline to answer.","tool_calls":[{"id":"save_outline_aocse9wmklgp","type":"function","function":{"name":"save_outline","arguments":"{\\"root\\":{\\"title\\":\\"Birds\\",\\"sections\\":[{\\"title\\":\\"Owls\\",\\"sections\\":[{\\"title\\":\\"Barn owls\\"}]}]}}"}}]},"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":131,"output_tokens":35},"tokens":{"input_tokens":1531,"output_tokens":67},"cached_tokens":0}}'),
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
        StructuredTool(name="save_outline", description="Save the outline of a text.", func=None, args_schema={
            "type": "object",
            "properties": {"root": {"$ref": "#/$defs/section"}},
            "required": ["root"],
            "$defs": {
                "section": {
                    "type": "object",
                    "properties": {
                        "title": {"type": "string"},
                        "sections": {"type": "array", "items": {"$ref": "#/$defs/section"}},
                    },
                    "required": ["title"],
                },
            },
        }),
    ], max_tokens=1024
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage('Save this outline: "Birds", and in it "Owls", and in that "Barn owls".'),
]
answer = model.invoke(messages)

# The value that the provider should get. "nothing" stands for a missing value.
expected = "#/$defs/section"
got = REQUESTS[0]
for step in ["tools", 0, "function", "parameters", "properties", "root", "$ref"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""haystack 3.4.0: The request adds tool: expected nothing, got []

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers are written from anthropic's documentation and SDK, 2026-11-21; they are not recorded.
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
    (400, "application/json", '{"type":"error","error":{"type":"invalid_request_error","message":"tool_choice: tool_choice may only be specified while providing tools."},"request_id":"req_011CytF7kDSTF7WVDcA29uSQ"}'),
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
    generation_kwargs={"max_tokens": 2048},
    ignore_tools_thinking_messages=False,
    max_retries=0,
)
tools = [
]
messages = [
    ChatMessage.from_system("Use the tools to answer."),
    ChatMessage.from_user("What is the weather in Paris?"),
]


def ask():
    return generator.run(messages, tools=tools, generation_kwargs={"tool_choice": {"type": "any"}})["replies"][0]


try:
    answer = ask()
except Exception as error:  # the provider refuses it, which is right
    print(type(error).__name__)

# What the provider should get there; "nothing" is what is not there.
expected = "nothing"
got = REQUESTS[0]
for step in ["tools"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

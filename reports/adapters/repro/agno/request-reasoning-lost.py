"""agno 3.1.10: The request loses reasoning: missing item 0: {"reasoningContent":{"reasoningText":{"text":"The weather in Berlin decides that, so I should look it up first.","signature":"EsgCpJC3z3PVX5h3QurtZvx76TzUphHHHfVf8HTq5+EI3qx7yAvPVV+0EU ...

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow bedrock's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ |= {"AWS_ENDPOINT_URL": "http://127.0.0.1:8765"}
from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.aws import AwsBedrock

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"metrics":{"latencyMs":594},"output":{"message":{"content":[{"reasoningContent":{"reasoningText":{"signature":"EsgCpJC3z3PVX5h3QurtZvx76TzUphHHHfVf8HTq5+EI3qx7yAvPVV+0EUzCjjNaJE5hW3nn8Pi8SiBMltxVHcu3CmpJUNLchnTRRT7yn6to/cIiONs3R9X56eD7OsYezm5eSLSE5Dbg+TAVqkiEKR4la0Sa2zPcqONpkGRiYxQodJZe9tD2jJq86F8aLfYu2c5pNRgilxGMcWwdHCtFJLxSfZ1mPU/mtAVyIlasFb+arBUHbIWXXgd8oSaIw9chtgSXNFq1Brpc3aevPNCt7ZrEAOazFAmWQxYb1ClFpEZ5c2qEUxvmyuYfS6ADPcO4JR5AwCJrBI/Jk5xSD07cSak2DlMLqjrWfLkG6JBHGhyYn9zmXD0p7r5ncqvkxGQ/nhyIoGx3cOk95qViEo6l7k8AKY3mlEpkC3sf0fMHRUQjAKr2jfxDXJ2rZw==","text":"The weather in Berlin decides that, so I should look it up first."}}},{"toolUse":{"input":{"city":"Berlin"},"name":"get_weather","toolUseId":"tooluse_mucLWIOFqI66q3t7R4cfIP","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":150,"outputTokens":57,"serverToolUsage":{},"totalTokens":207}}'),
    (200, "application/json", '{"metrics":{"latencyMs":2170},"output":{"message":{"content":[{"text":"No, it is 21 degrees and clear in Berlin."}],"role":"assistant"}},"stopReason":"end_turn","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":372,"outputTokens":14,"serverToolUsage":{},"totalTokens":386}}'),
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

model = AwsBedrock(
    id="us.anthropic.claude-haiku-4-5-20251001-v1:0",
    aws_access_key_id="none",
    aws_secret_access_key="none",
    aws_region="us-east-1",
    max_tokens=4096,
    request_params={"additionalModelRequestFields": {"thinking": {"type": "enabled", "budget_tokens": 1024}}},
)
tools = [
    Function(name="get_weather", description="Current weather in a city.", parameters={
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }, strict=None),
    Function(name="get_time", description="Local time in a city.", parameters={
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="Use the tools to answer."),
    Message(role="user", content="Do I need a coat in Berlin today?"),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


answer = ask()
messages.append(answer)
messages.append(Message(role="tool", content='{"temperature": 21, "sky": "clear"}', tool_call_id=answer.tool_calls[0].get("id"), tool_name="get_weather", tool_call_error=False))
answer = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at messages/1/content, in request 2?
item = {
    "reasoningContent": {
        "reasoningText": {
            "text": "The weather in Berlin decides that, so I should look it up first.",
            "signature": "EsgCpJC3z3PVX5h3QurtZvx76TzUphHHHfVf8HTq5+EI3qx7yAvPVV+0EUzCjjNaJE5hW3nn8Pi8SiBMltxVHcu3CmpJUNLchnTRRT7yn6to/cIiONs3R9X56eD7OsYezm5eSLSE5Dbg+TAVqkiEKR4la0Sa2zPcqONpkGRiYxQodJZe9tD2jJq86F8aLfYu2c5pNRgilxGMcWwdHCtFJLxSfZ1mPU/mtAVyIlasFb+arBUHbIWXXgd8oSaIw9chtgSXNFq1Brpc3aevPNCt7ZrEAOazFAmWQxYb1ClFpEZ5c2qEUxvmyuYfS6ADPcO4JR5AwCJrBI/Jk5xSD07cSak2DlMLqjrWfLkG6JBHGhyYn9zmXD0p7r5ncqvkxGQ/nhyIoGx3cOk95qViEo6l7k8AKY3mlEpkC3sf0fMHRUQjAKr2jfxDXJ2rZw==",
        },
    },
}
items = REQUESTS[1]
for step in ["messages", 1, "content"]:
    items = items[step]
expected, got = True, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

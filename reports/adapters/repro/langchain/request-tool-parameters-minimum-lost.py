"""langchain 1.7.2: The request loses tool.parameters/minimum: expected -9007199254740991, got nothing

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
    (200, "application/json", '{"id":"cc1824fe-a8d1-4b79-8f22-3afb9cd91762","message":{"role":"assistant","tool_plan":"I will read the file.","tool_calls":[{"id":"read_codqhgx9j15u","type":"function","function":{"name":"read","arguments":"{\\"filePath\\":\\"README.md\\",\\"limit\\":40}"}}]},"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":1209,"output_tokens":15},"tokens":{"input_tokens":2609,"output_tokens":47},"cached_tokens":0}}'),
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
        StructuredTool(name="bash", description="Words of ours about bash.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "command": {"type": "string", "description": "Words of ours about command."},
                "timeout": {
                    "minimum": -9007199254740991,
                    "exclusiveMinimum": 0,
                    "type": "integer",
                    "maximum": 9007199254740991,
                    "description": "Words of ours about timeout.",
                },
                "workdir": {"type": "string", "description": "Words of ours about workdir."},
            },
            "required": ["command"],
        }),
        StructuredTool(name="edit", description="Words of ours about edit.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "filePath": {"type": "string", "description": "Words of ours about filePath."},
                "oldString": {"type": "string", "description": "Words of ours about oldString."},
                "newString": {"type": "string", "description": "Words of ours about newString."},
                "replaceAll": {"type": "boolean", "description": "Words of ours about replaceAll."},
            },
            "required": ["filePath", "oldString", "newString"],
        }),
        StructuredTool(name="glob", description="Words of ours about glob.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "pattern": {"type": "string", "description": "Words of ours about pattern."},
                "path": {"type": "string", "description": "Words of ours about path."},
            },
            "required": ["pattern"],
        }),
        StructuredTool(name="grep", description="Words of ours about grep.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "pattern": {"type": "string", "description": "Words of ours about pattern."},
                "path": {"type": "string", "description": "Words of ours about path."},
                "include": {"type": "string", "description": "Words of ours about include."},
            },
            "required": ["pattern"],
        }),
        StructuredTool(name="read", description="Words of ours about read.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "filePath": {"type": "string", "description": "Words of ours about filePath."},
                "offset": {
                    "minimum": 0,
                    "type": "integer",
                    "maximum": 9007199254740991,
                    "description": "Words of ours about offset.",
                },
                "limit": {
                    "minimum": 0,
                    "type": "integer",
                    "maximum": 9007199254740991,
                    "description": "Words of ours about limit.",
                },
            },
            "required": ["filePath"],
        }),
        StructuredTool(name="skill", description="Words of ours about skill.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {"name": {"type": "string", "description": "Words of ours about name."}},
            "required": ["name"],
        }),
        StructuredTool(name="task", description="Words of ours about task.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "description": {"type": "string", "description": "Words of ours about description."},
                "prompt": {"type": "string", "description": "Words of ours about prompt."},
                "subagent_type": {"type": "string", "description": "Words of ours about subagent_type."},
                "task_id": {"type": "string", "description": "Words of ours about task_id."},
                "command": {"type": "string", "description": "Words of ours about command."},
            },
            "required": ["description", "prompt", "subagent_type"],
        }),
        StructuredTool(name="todowrite", description="Words of ours about todowrite.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "todos": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "content": {"type": "string", "description": "Words of ours about content."},
                            "status": {"type": "string", "description": "Words of ours about status."},
                            "priority": {"type": "string", "description": "Words of ours about priority."},
                        },
                        "required": ["content", "status", "priority"],
                    },
                    "description": "Words of ours about todos.",
                },
            },
            "required": ["todos"],
        }),
        StructuredTool(name="webfetch", description="Words of ours about webfetch.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "url": {"type": "string", "description": "Words of ours about url."},
                "format": {
                    "type": "string",
                    "enum": ["text", "markdown", "html"],
                    "description": "Words of ours about format.",
                    "default": "markdown",
                },
                "timeout": {"type": "number", "description": "Words of ours about timeout."},
            },
            "required": ["url"],
        }),
        StructuredTool(name="write", description="Words of ours about write.", func=None, args_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "content": {"type": "string", "description": "Words of ours about content."},
                "filePath": {"type": "string", "description": "Words of ours about filePath."},
            },
            "required": ["content", "filePath"],
        }),
    ], max_tokens=1024
)
messages = [
    SystemMessage("Help with the files of this folder."),
    HumanMessage("What is in README.md?"),
]
answer = model.invoke(messages)

# The value that the provider should get. "nothing" stands for a missing value.
expected = -9007199254740991
got = REQUESTS[0]
for step in ["tools", 0, "function", "parameters", "properties", "timeout", "minimum"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

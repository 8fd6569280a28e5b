"""mirascope 2.8.2: The request loses tool.parameters/minimum: expected -9007199254740991, got nothing

Run it: pip install mirascope==2.8.2 openai==2.54.0 anthropic==0.125.0 google-genai==1.75.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CwAc5RHTBjG3otWMrmmoE","type":"message","role":"assistant","content":[{"type":"text","text":"I will read the file."},{"type":"tool_use","id":"toolu_017foBknvyeLQBsvzCDJCybL","name":"read","input":{"filePath":"README.md","limit":40},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":1129,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":49,"service_tier":"standard","inference_geo":"not_available"}}'),
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

llm.register_provider("anthropic", scope="anthropic/", api_key="some-key", base_url="http://127.0.0.1:8765")
model = llm.Model("anthropic/claude-haiku-4-5")
tools = [
    llm.Tool(print, "bash", "Words of ours about bash.", ToolParameterSchema.model_validate({
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
    }), strict=None),
    llm.Tool(print, "edit", "Words of ours about edit.", ToolParameterSchema.model_validate({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "filePath": {"type": "string", "description": "Words of ours about filePath."},
            "oldString": {"type": "string", "description": "Words of ours about oldString."},
            "newString": {"type": "string", "description": "Words of ours about newString."},
            "replaceAll": {"type": "boolean", "description": "Words of ours about replaceAll."},
        },
        "required": ["filePath", "oldString", "newString"],
    }), strict=None),
    llm.Tool(print, "glob", "Words of ours about glob.", ToolParameterSchema.model_validate({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Words of ours about pattern."},
            "path": {"type": "string", "description": "Words of ours about path."},
        },
        "required": ["pattern"],
    }), strict=None),
    llm.Tool(print, "grep", "Words of ours about grep.", ToolParameterSchema.model_validate({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Words of ours about pattern."},
            "path": {"type": "string", "description": "Words of ours about path."},
            "include": {"type": "string", "description": "Words of ours about include."},
        },
        "required": ["pattern"],
    }), strict=None),
    llm.Tool(print, "read", "Words of ours about read.", ToolParameterSchema.model_validate({
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
    }), strict=None),
    llm.Tool(print, "skill", "Words of ours about skill.", ToolParameterSchema.model_validate({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"name": {"type": "string", "description": "Words of ours about name."}},
        "required": ["name"],
    }), strict=None),
    llm.Tool(print, "task", "Words of ours about task.", ToolParameterSchema.model_validate({
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
    }), strict=None),
    llm.Tool(print, "todowrite", "Words of ours about todowrite.", ToolParameterSchema.model_validate({
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
    }), strict=None),
    llm.Tool(print, "webfetch", "Words of ours about webfetch.", ToolParameterSchema.model_validate({
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
    }), strict=None),
    llm.Tool(print, "write", "Words of ours about write.", ToolParameterSchema.model_validate({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "content": {"type": "string", "description": "Words of ours about content."},
            "filePath": {"type": "string", "description": "Words of ours about filePath."},
        },
        "required": ["content", "filePath"],
    }), strict=None),
]
messages = [
    llm.messages.system("Help with the files of this folder."),
    llm.messages.user("What is in README.md?"),
]
answer = model.call(messages, tools=tools)


# The value that the provider should get. "nothing" stands for a missing value.
expected = -9007199254740991
got = REQUESTS[0]
for step in ["tools", 0, "input_schema", "properties", "timeout", "minimum"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""llama-index 0.14.25: The adapter raises ValidationError: 2 validation errors for Schema properties.timeout.exclusiveMinimum Extra inputs are not permitted [type=extra_forbidden, input_value=0, input_type=int] For further information visit h ...

Run it: pip install llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-llms-anthropic==0.12.3 llama-index-llms-google-genai==0.11.3 llama-index-llms-ollama==0.11.0 llama-index-llms-mistralai==0.11.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 mistralai==3.7.0 ollama==0.6.3
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.tools import FunctionTool, ToolMetadata
from pydantic import BaseModel
from google.genai.types import HttpOptions
from llama_index.llms.google_genai import GoogleGenAI

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/json; charset=UTF-8",
        "{\n"
        '  "candidates": [\n'
        "    {\n"
        '      "content": {\n'
        '        "parts": [\n'
        "          {\n"
        '            "text": "I will read the file."\n'
        "          },\n"
        "          {\n"
        '            "functionCall": {\n'
        '              "name": "read",\n'
        '              "args": {\n'
        '                "filePath": "README.md",\n'
        '                "limit": 40\n'
        "              }\n"
        "            },\n"
        '            "thoughtSignature": "CuIBAU2iKtBpE/vvb8baHsYrx0MMMb6Grrl6qmFwQxrxoN15N89V2FFYPad8kkkcbgz+mBxHcdsWnoapgYU6HyN4cFVfVEtZdjJg26mF1k/Kh02sFn8J0ofNcssl3go9HLnGbRZWBcdlCed3pzv5oowRoaDK8z+y6JtJy0sKEPVTCeQylyjo9Vn33yPBZ7xXNQOdeGwSNXZZI3AB52QY8mnhbYDQeVrEjM/LUGE4of1sG81O5CtznDkMD47dS3QamH4RBTSXh+ZY4h3PZAbGiLdNu1o5l4ItOM/aOZk1hZonXknq7w=="\n'
        "          }\n"
        "        ],\n"
        '        "role": "model"\n'
        "      },\n"
        '      "finishReason": "STOP",\n'
        '      "index": 0,\n'
        '      "finishMessage": "Model generated function call(s)."\n'
        "    }\n"
        "  ],\n"
        '  "usageMetadata": {\n'
        '    "promptTokenCount": 1167,\n'
        '    "candidatesTokenCount": 19,\n'
        '    "totalTokenCount": 1233,\n'
        '    "promptTokensDetails": [\n'
        "      {\n"
        '        "modality": "TEXT",\n'
        '        "tokenCount": 1167\n'
        "      }\n"
        "    ],\n"
        '    "thoughtsTokenCount": 47,\n'
        '    "serviceTier": "standard"\n'
        "  },\n"
        '  "modelVersion": "gemini-2.5-flash",\n'
        '  "responseId": "a_vmam7Pu_wMtfl-fkhFqTs"\n'
        "}\n",
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

def tool(name, description, schema):  # arguments with exactly this schema
    model = type("Model", (BaseModel,), {"model_json_schema": classmethod(lambda cls, *args, **kwargs: schema)})
    return FunctionTool(print, ToolMetadata(description, name, model))


model = GoogleGenAI(
    model="gemini-2.5-flash",
    api_key="some-key",
    max_retries=1,
    context_window=2048,
    http_options=HttpOptions(base_url="http://127.0.0.1:8765"),
    max_tokens=1024,
)
tools = [
    tool("bash", "Words of ours about bash.", {
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
    tool("edit", "Words of ours about edit.", {
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
    tool("glob", "Words of ours about glob.", {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Words of ours about pattern."},
            "path": {"type": "string", "description": "Words of ours about path."},
        },
        "required": ["pattern"],
    }),
    tool("grep", "Words of ours about grep.", {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Words of ours about pattern."},
            "path": {"type": "string", "description": "Words of ours about path."},
            "include": {"type": "string", "description": "Words of ours about include."},
        },
        "required": ["pattern"],
    }),
    tool("read", "Words of ours about read.", {
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
    tool("skill", "Words of ours about skill.", {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"name": {"type": "string", "description": "Words of ours about name."}},
        "required": ["name"],
    }),
    tool("task", "Words of ours about task.", {
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
    tool("todowrite", "Words of ours about todowrite.", {
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
    tool("webfetch", "Words of ours about webfetch.", {
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
    tool("write", "Words of ours about write.", {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "content": {"type": "string", "description": "Words of ours about content."},
            "filePath": {"type": "string", "description": "Words of ours about filePath."},
        },
        "required": ["content", "filePath"],
    }),
]
messages = [
    ChatMessage(role="system", blocks=[TextBlock(text="Help with the files of this folder.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="What is in README.md?")]),
]


def ask():
    answer = model.chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


answer, calls = ask()

calls = [(call.tool_id, call.tool_name, call.tool_kwargs) for call in calls]
text = answer.message.content or ""
reasoning = "".join(block.content or "" for block in answer.message.blocks if isinstance(block, ThinkingBlock))
# Expected: {"calls": [["read", {"filePath": "README.md", "limit": 40}]]}
# Got: ValidationError: 2 validation errors for Schema

"""haystack 3.4.0: The adapter raises RuntimeError: Error in Google Gen AI chat generation: 1 validation error for Schema properties.timeout.exclusiveMinimum Extra inputs are not permitted [type=extra_forbidden, input_value=0, input_type= ...

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ |= {"GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:8765"}
from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack.utils import Secret
from haystack_integrations.components.generators.google_genai import GoogleGenAIChatGenerator

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

generator = GoogleGenAIChatGenerator(
    model="gemini-2.5-flash",
    api_key=Secret.from_token(token="some-key"),
    generation_kwargs={"max_output_tokens": 1024},
)
tools = [
    Tool("bash", "Words of ours about bash.", {
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
    }, print),
    Tool("edit", "Words of ours about edit.", {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "filePath": {"type": "string", "description": "Words of ours about filePath."},
            "oldString": {"type": "string", "description": "Words of ours about oldString."},
            "newString": {"type": "string", "description": "Words of ours about newString."},
            "replaceAll": {"type": "boolean", "description": "Words of ours about replaceAll."},
        },
        "required": ["filePath", "oldString", "newString"],
    }, print),
    Tool("glob", "Words of ours about glob.", {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Words of ours about pattern."},
            "path": {"type": "string", "description": "Words of ours about path."},
        },
        "required": ["pattern"],
    }, print),
    Tool("grep", "Words of ours about grep.", {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Words of ours about pattern."},
            "path": {"type": "string", "description": "Words of ours about path."},
            "include": {"type": "string", "description": "Words of ours about include."},
        },
        "required": ["pattern"],
    }, print),
    Tool("read", "Words of ours about read.", {
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
    }, print),
    Tool("skill", "Words of ours about skill.", {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"name": {"type": "string", "description": "Words of ours about name."}},
        "required": ["name"],
    }, print),
    Tool("task", "Words of ours about task.", {
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
    }, print),
    Tool("todowrite", "Words of ours about todowrite.", {
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
    }, print),
    Tool("webfetch", "Words of ours about webfetch.", {
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
    }, print),
    Tool("write", "Words of ours about write.", {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "content": {"type": "string", "description": "Words of ours about content."},
            "filePath": {"type": "string", "description": "Words of ours about filePath."},
        },
        "required": ["content", "filePath"],
    }, print),
]
messages = [
    ChatMessage.from_system("Help with the files of this folder."),
    ChatMessage.from_user("What is in README.md?"),
]


def ask():
    return generator.run(messages, tools=tools)["replies"][0]


answer = ask()

calls = [(call.id, call.tool_name, call.arguments) for call in answer.tool_calls]
text, reasoning = "".join(answer.texts), answer.reasoning.reasoning_text if answer.reasoning else ""
# Expected: {"calls": [["read", {"filePath": "README.md", "limit": 40}]]}
# Got: RuntimeError: Error in Google Gen AI chat generation: 1 validation error for Schema

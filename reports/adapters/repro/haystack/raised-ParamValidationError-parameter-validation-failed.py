"""haystack 3.4.0: The adapter raises ParamValidationError: Parameter validation failed: Invalid length for parameter toolConfig.tools[3].toolSpec.description, value: 0, valid min length: 1 (haystack_integrations/components/generators/ama ...

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow bedrock's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ |= {"AWS_ENDPOINT_URL": "http://127.0.0.1:8765"}
from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack.utils import Secret
from haystack_integrations.components.generators.amazon_bedrock import AmazonBedrockChatGenerator

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"metrics":{"latencyMs":920},"output":{"message":{"content":[{"text":"true"},{"text":"\xa0x\ufeff"},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_98iKQG4bVZWi2BiP9bFUPq","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_ugT7veHbB1zpqZkq92mbEZ","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_bx5sNci1Ia2Im8c8hbYhZe","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_M500yavHKVSTnWM5iOQa50","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_fLM48y9WY2MLCqtPts1KqL","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_MH0NGJjw2RFuys9LkHoC1T","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_WBRPfmc4D8drxfVNnxB9Rp","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_jvIsmbS04OkxJVBVxzBcZe","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_dJDP6sGiXLxtfiosAzdRZW","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_o870cQhHnodawhvuM8Ho1d","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_oVw902B3e3EYs8uCVExY9O","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_mw6K1ZpA6le5RKLd6f3k3z","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_23b5pujYkea2pDzkpUjoDB","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_gPd5vUeKeWqoiAhBEKKup3","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_T1DDEX6shZQIWgm5SHr2hg","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_Mg7J4ZSoTTNEoqvpzmBiTV","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_ySdMFJ5j6uXGMZUGwZr2Ll","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_wgMGdhnILtPaMxk1UPXnwg","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_k5MM4Cye3xTzIh2qqDDrUM","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_BpSjpp1n1gZPEEOe6y34lY","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_kExVxoFmQUdXaz46CqRoib","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_JZbJvI0E367DnJvUGJWO1v","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_aGXtd1ZKcM6t6pgavr08l0","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_X1Qoyn0hwOvMXeQty054El","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_6V5ZR0tB464KG32bi82T7x","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"name":"Read","toolUseId":"tooluse_ISEavcHnSK32p9TLkWtdCd","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_kvujyITH51oAwI94q4cHqi","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_aQPSK9yWYkfNCqEbUJB01o","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_GlJABGnEXFakD7in5a5ych","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"name":"Read","toolUseId":"tooluse_OAEVdQcuwX1OSXODzs8xP7","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":515,"outputTokens":2855,"serverToolUsage":{},"totalTokens":3370}}'),
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

generator = AmazonBedrockChatGenerator(
    model="us.anthropic.claude-haiku-4-5-20251001-v1:0",
    aws_access_key_id=Secret.from_token(token="none"),
    aws_secret_access_key=Secret.from_token(token="none"),
    aws_region_name=Secret.from_token(token="us-east-1"),
    generation_kwargs={"maxTokens": 777},
)
tools = [
    Tool("Read", "true", {
        "type": "object",
        "properties": {
            "text_lines": {"type": "array", "items": {"type": "string"}},
            "numbers": {"type": "array", "items": {"type": "number"}},
            "note": {"type": "string"},
            "title": {"type": "number"},
            "kwargs": {"type": "integer", "description": "What it is."},
            "state": {"type": "string", "const": "fixed", "description": 'café <b> "q"'},
            "parameters": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "text": {"type": "string", "default": "none", "description": "What it is."},
            "__proto__": {"type": "string", "description": 'café <b> "q"'},
        },
        "required": ["text_lines", "numbers", "title", "kwargs", "state", "parameters", "text", "__proto__"],
    }, print),
    Tool("x", "1e5", {
        "type": "object",
        "properties": {"index": {"type": "boolean"}},
        "required": ["index"],
        "additionalProperties": False,
    }, print),
    Tool("make", "007", {
        "type": "object",
        "properties": {
            "a_b": {
                "type": "object",
                "properties": {"format": {"type": "string", "description": 'café <b> "q"'}},
                "required": ["format"],
                "additionalProperties": False,
            },
            "Date": {"type": "integer"},
            "config": {
                "type": "object",
                "properties": {
                    "class": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                    "user.name": {"type": ["string", "null"], "description": 'café <b> "q"'},
                    "constructor": {"type": "number", "description": "What it is."},
                },
                "required": ["class", "user.name"],
            },
        },
        "required": ["Date", "config"],
    }, print),
    Tool("handle", "", {
        "type": "object",
        "properties": {
            "record": {
                "type": "object",
                "propertyNames": {"pattern": "^[a-z]+$"},
                "additionalProperties": {"type": "number"},
            },
            "title": {"type": "string", "minLength": 1, "maxLength": 200},
            "payment": {
                "type": "object",
                "properties": {"card": {"type": "string"}, "code": {"type": "string"}},
                "dependentRequired": {"card": ["code"]},
            },
            "time": {"type": "string", "format": "date-time", "title": "Start", "deprecated": True},
        },
    }, print),
]
messages = [
    ChatMessage.from_user(" leading"),
    ChatMessage.from_assistant('"quoted"'),
    ChatMessage.from_user("trailing "),
]


def ask():
    return generator.run(messages, tools=tools)["replies"][0]


answer = ask()

calls = [(call.id, call.tool_name, call.arguments) for call in answer.tool_calls]
text, reasoning = "".join(answer.texts), answer.reasoning.reasoning_text if answer.reasoning else ""
# Expected: {"calls": [["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["1qwwiFIs"], "numbers": [-0.0, 1, -273.15], "note": "Off", "title": 14.0, "kwargs": 0, "state": "fixed", "parameters": 0, "text": 'R ZBRtY😀35p!Poi.Xv"A 8', "__proto__": "data: [DONE]"}], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["1qwwiFIs"], "numbers": [-0.0, 1, -273.15], "note": "Off", "title": 14.0, "kwargs": 0, "state": "fixed", "parameters": 0, "text": 'R ZBRtY😀35p!Poi.Xv"A 8', "__proto__": "data: [DONE]"}], ["Read", {"text_lines": ["1qwwiFIs"], "numbers": [-0.0, 1, -273.15], "note": "Off", "title": 14.0, "kwargs": 0, "state": "fixed", "parameters": 0, "text": 'R ZBRtY😀35p!Poi.Xv"A 8', "__proto__": "data: [DONE]"}], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["1qwwiFIs"], "numbers": [-0.0, 1, -273.15], "note": "Off", "title": 14.0, "kwargs": 0, "state": "fixed", "parameters": 0, "text": 'R ZBRtY😀35p!Poi.Xv"A 8', "__proto__": "data: [DONE]"}], ["Read", '{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":90071992547409 ... (9965 characters) ... \x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}'], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}]]}
# Got: ParamValidationError: Parameter validation failed:

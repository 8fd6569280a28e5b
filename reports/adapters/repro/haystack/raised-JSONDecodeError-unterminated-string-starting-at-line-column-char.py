"""haystack 3.4.0: The adapter raises JSONDecodeError: Unterminated string starting at: line 1 column 228 (char 227) (haystack_integrations/components/generators/ollama/chat/chat_generator.py:431; ollama/_client.py:196)

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow ollama's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack_integrations.components.generators.ollama import OllamaChatGenerator

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:05.143426984Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_ktjrfv6y","function":{"index":0,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:06.116602028Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_3b5dbtww","function":{"index":1,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:07.65975488Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_v08daol1","function":{"index":2,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:09.818640415Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_682ffe05","function":{"index":3,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:11.017574133Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_i642s5sv","function":{"index":4,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:14.198722068Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_tx8cclel","function":{"index":5,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:15.946928853Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_tabu6izq","function":{"index":6,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:18.305796407Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_a6cfcmx6","function":{"index":7,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:21.010993613Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_qf57uat7","function":{"index":8,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:23.351087626Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_pq78bx25","function":{"index":9,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:25.328973759Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_7l4qqpyc","function":{"index":10,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:26.487055887Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_cj9zepi1","function":{"index":11,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:28.53101222Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_hy867q16","function":{"index":12,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:30.040513527Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_mr36w1xf","function":{"index":13,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:31.084576468Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_js8uk7t8","function":{"index":14,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:31.957818765Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_dpilmild","function":{"index":15,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:34.933514427Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_zicqhdi7","function":{"index":16,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:37.290615112Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_je9wf0gc","function":{"index":17,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:39.140098948Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_p5bcpcaf","function":{"index":18,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:40.99092402Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_iqx8vkh0","function":{"index":19,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:41.915206018Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_po187tke","function":{"index":20,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:44.565991013Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_cy86gm0b","function":{"index":21,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:44.593127315Z","message":{"role":"assistant","content":"true"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:46.87077082Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_jow9yql1","function":{"index":22,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:48.038519558Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_53gpam7g","function":{"index":23,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:49.916673062Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_40jt7gjj","function":{"index":24,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:51.116930061Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_jdrhlgxj","function":{"index":25,"name":"Read","arguments":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:53.710221946Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_kge1n332","function":{"index":26,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:54.962038466Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_6k7ulggd","function":{"index":27,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:54.99665556Z","message":{"role":"assistant","content":"\xa0"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:55.00869465Z","message":{"role":"assistant","content":"x"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:55.032918704Z","message":{"role":"assistant","content":"\ufeff"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:56.314500811Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_vgvnorqp","function":{"index":28,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:59.146305396Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_5zd1uqjr","function":{"index":29,"name":"Read","arguments":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740992,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T21:25:59.173605174Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":56130090581,"load_duration":83592321,"prompt_eval_count":511,"prompt_eval_duration":299079978,"eval_count":2250,"eval_duration":55741709011}\n',
    ),
]
REQUESTS = []


class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        if not self.path.endswith("/chat"):
            self.send_error(404)
            return
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

generator = OllamaChatGenerator(model="qwen3:8b", url="http://127.0.0.1:8765", generation_kwargs={"num_predict": 777})
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
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None)["replies"][0]


answer = ask()

calls = [(call.id, call.tool_name, call.arguments) for call in answer.tool_calls]
text, reasoning = "".join(answer.texts), answer.reasoning.reasoning_text if answer.reasoning else ""
# Expected: "an answer"
# Got: JSONDecodeError: Unterminated string starting at: line 1 column 228 (char 227)

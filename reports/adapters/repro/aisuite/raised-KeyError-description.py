"""aisuite 0.2.0: The adapter raises KeyError: 'description' (aisuite/providers/anthropic_provider.py:357)

Run it: pip install aisuite==0.2.0 openai==1.109.1 anthropic==0.125.0 mcp==2.3.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import aisuite

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CpJbWyWkdA32p3aYu9wGm","type":"message","role":"assistant","content":[{"type":"text","text":"true"},{"type":"text","text":"\xa0x\ufeff"},{"type":"tool_use","id":"toolu_01wjPRNHpmx7xVznquVpwiyq","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01zSn6mWXHwgGnRrjt4eZHGY","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01WWEanMPDWZs575dGuG1Yst","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01ZhHZrKRjcJYREtZXxjvma6","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_018jgg1fH1n8eWT946Ravg4H","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01KSMN9giNLWZ2i8p1JhViNx","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01qqe4CzUDDtAEV5tKEED8NH","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01LZDmmcjj9nAZbjrjs8ZtFY","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01vZWEyQBYNddV6gDXQZ1A5D","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01uVeT3Wo7aZHqVFqcDxQqTm","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01r3NzgvGDBLotjWBd3kTj9z","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01mgcSAXjAYN19LJgLyYzdFr","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01DfNKp8J8xrBp8RTQvSghRg","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01AXDtd79AFLYYNQxvz6vWbv","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01FQUcaE2nhv9fPofjithGKm","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01TLDbUVMc824eEAfQdXybAs","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01LWbF6wjNWChK3HcrP2iwuj","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01kdDp8Nw4jKGKNwDr9cebk3","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01FzouKoqarXa4oduMLUjuEr","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01oTGAgnaBj3Mpugo8zgfZ3X","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01YpeWGnndWDFbyrJ2XYgK7Y","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_015nrU22tkwbhaTMJRMZ1Vgd","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01QdnAJJK1A6qWrLbc2KCQah","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01YrdB8s1eGRfSRTUoALDmVX","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01P9zZvaWDsbmvyu2h1ypVei","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01axZTfj5CpHrT1aT5qdjFsq","name":"Read","input":{"text_lines":["1qwwiFIs"],"numbers":[-0.0,1,-273.15],"note":"Off","title":14.0,"kwargs":0,"state":"fixed","parameters":0,"text":"R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__":"data: [DONE]"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01qPTynCoB43rYo1kkct5NJh","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01wJoGtwfQFkndiYSpEYBJYL","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01WQxTigjnWfKcdFU4hNw5Ry","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01jrYqRdbWe6rg1h9adXZ4T2","name":"Read","input":{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":484,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":2855,"service_tier":"standard","inference_geo":"not_available"}}'),
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

client = aisuite.Client({"anthropic": {"api_key": "some-key", "base_url": "http://127.0.0.1:8765", "max_retries": 0}})
messages = [
    {"role": "user", "content": " leading"},
    {"role": "assistant", "content": '"quoted"'},
    {"role": "user", "content": "trailing "},
]


def ask():
    answer = client.chat.completions.create(
        model="anthropic:claude-haiku-4-5",
        messages=messages,
        stream=False,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "Read",
                    "description": "true",
                    "parameters": {
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
                        "required": [
                            "text_lines",
                            "numbers",
                            "title",
                            "kwargs",
                            "state",
                            "parameters",
                            "text",
                            "__proto__",
                        ],
                    },
                },
            },
            {
                "type": "function",
                "function": {
                    "name": "x",
                    "description": "1e5",
                    "parameters": {
                        "type": "object",
                        "properties": {"index": {"type": "boolean"}},
                        "required": ["index"],
                        "additionalProperties": False,
                    },
                },
            },
            {
                "type": "function",
                "function": {
                    "name": "make",
                    "description": "007",
                    "parameters": {
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
                    },
                },
            },
            {
                "type": "function",
                "function": {
                    "name": "handle",
                    "parameters": {
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
                    },
                },
            },
        ],
        max_tokens=777,
    )
    return answer.choices[0].message, answer.choices[0].message.tool_calls or []


message, calls = ask()

text = message.content or ""
calls = [(call.id, call.function.name, call.function.arguments) for call in calls]
# Expected: {"calls": [["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["1qwwiFIs"], "numbers": [-0.0, 1, -273.15], "note": "Off", "title": 14.0, "kwargs": 0, "state": "fixed", "parameters": 0, "text": 'R ZBRtY😀35p!Poi.Xv"A 8', "__proto__": "data: [DONE]"}], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["1qwwiFIs"], "numbers": [-0.0, 1, -273.15], "note": "Off", "title": 14.0, "kwargs": 0, "state": "fixed", "parameters": 0, "text": 'R ZBRtY😀35p!Poi.Xv"A 8', "__proto__": "data: [DONE]"}], ["Read", {"text_lines": ["1qwwiFIs"], "numbers": [-0.0, 1, -273.15], "note": "Off", "title": 14.0, "kwargs": 0, "state": "fixed", "parameters": 0, "text": 'R ZBRtY😀35p!Poi.Xv"A 8', "__proto__": "data: [DONE]"}], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["1qwwiFIs"], "numbers": [-0.0, 1, -273.15], "note": "Off", "title": 14.0, "kwargs": 0, "state": "fixed", "parameters": 0, "text": 'R ZBRtY😀35p!Poi.Xv"A 8', "__proto__": "data: [DONE]"}], ["Read", '{"text_lines":["null","undefined","x\x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":90071992547409 ... (9965 characters) ... \x7f\x85y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers":[14,-2147483649,1e-07],"title":0.30000000000000004,"kwargs":9007199254740993,"state":"fixed","parameters":-2147483649,"text":"OhONy","__proto__":"\'x0\\n漢ämB5äuw p20Mxu"}'], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}], ["Read", {"text_lines": ["null", "undefined", "x\x7f\x85y", " leading", "{}", "```json\n{}\n```", "None", "café"], "numbers": [14, -2147483649, 1e-07], "title": 0.30000000000000004, "kwargs": 9007199254740993, "state": "fixed", "parameters": -2147483649, "text": "OhONy", "__proto__": "'x0\n漢ämB5äuw p20Mxu"}]]}
# Got: KeyError: 'description'

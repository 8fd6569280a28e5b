"""litellm 1.106.2: The request loses tool.parameters/const: expected "fixed", got nothing

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # so that it fetches no list of prices
import litellm  # noqa: E402

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}},"thoughtSignature": "CuIBATTJlnBt8ITvhpMmM3Yg3YZAUQbHIAxHuJVqTg1Vkjg3uJ5FTfrxceEssNhizZrYh6jtv7U1R0slzcm7qxg4fxjQOBuOjEVPmc6pqjrBNVZ1oSExYD2z+rWBpER2ZsGpqxZfyTwZxtC6kIyxXHXxSlE3NzcaXy+pAFZg+L58ekHyT50Ls+rT0Jbv19Y09101lJK/LNTigYXnNtpmU4XDf0yKepHGpWKI60v/5fv7PTIyIUopZEJpSw6tfa+Jemv0WlBMFCUmBUW999c+dQ0p9A+zMTow9F81PIjrhLSD1pYaHw=="},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 504,"candidatesTokenCount": 1342,"totalTokenCount": 1896,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 504}],"thoughtsTokenCount": 50,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "2ubmamZwnelzVI3vK-MRp_s"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "t"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 504,"candidatesTokenCount": 1343,"totalTokenCount": 1897,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 504}],"thoughtsTokenCount": 50,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "2ubmamZwnelzVI3vK-MRp_s"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "r"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 504,"candidatesTokenCount": 1344,"totalTokenCount": 1898,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 504}],"thoughtsTokenCount": 50,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "2ubmamZwnelzVI3vK-MRp_s"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "u"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 504,"candidatesTokenCount": 1345,"totalTokenCount": 1899,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 504}],"thoughtsTokenCount": 50,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "2ubmamZwnelzVI3vK-MRp_s"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "e"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 504,"candidatesTokenCount": 1346,"totalTokenCount": 1900,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 504}],"thoughtsTokenCount": 50,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "2ubmamZwnelzVI3vK-MRp_s"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["1qwwiFIs"],"numbers": [-0.0,1,-273.15],"note": "Off","title": 14.0,"kwargs": 0,"state": "fixed","parameters": 0,"text": "R ZBRtY😀35p!Poi.Xv\\"A 8","__proto__": "data: [DONE]"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 504,"candidatesTokenCount": 1718,"totalTokenCount": 2272,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 504}],"thoughtsTokenCount": 50,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "2ubmamZwnelzVI3vK-MRp_s"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "\xa0x\\ufeff"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 504,"candidatesTokenCount": 1719,"totalTokenCount": 2273,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 504}],"thoughtsTokenCount": 50,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "2ubmamZwnelzVI3vK-MRp_s"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}},{"functionCall": {"name": "Read","args": {"text_lines": ["null","undefined","x\\u007f\\u0085y"," leading","{}","```json\\n{}\\n```","None","café"],"numbers": [14,-2147483649,1e-07],"title": 0.30000000000000004,"kwargs": 9007199254740992,"state": "fixed","parameters": -2147483649,"text": "OhONy","__proto__": "\'x0\\n漢ämB5äuw p20Mxu"}}}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 504,"candidatesTokenCount": 1865,"totalTokenCount": 2419,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 504}],"thoughtsTokenCount": 50,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "2ubmamZwnelzVI3vK-MRp_s"}\r\n'
        "\r\n",
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

messages = [
    {"role": "user", "content": " leading"},
    {"role": "assistant", "content": '"quoted"'},
    {"role": "user", "content": "trailing "},
]


def ask():
    answer = litellm.completion(
        model="gemini/gemini-2.5-flash",
        messages=messages,
        max_retries=0,
        stream=True,
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
        api_key="some-key",
        api_base="http://127.0.0.1:8765/v1beta",
    )
    return litellm.stream_chunk_builder(list(answer), messages=messages).choices[0].message


message = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = "fixed"
got = REQUESTS[0]
for step in ["tools", 0, "functionDeclarations", 0, "parameters", "properties", "state", "const"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

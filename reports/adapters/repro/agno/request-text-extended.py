"""agno 3.1.10: The request adds to text: unexpected item 0: {"text":"true\\u00a0x\\ufeff"}

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.google import Gemini

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
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"text": "[]"}],"role": "model"},"finishReason": "STOP","index": 0}],"usageMetadata": {"promptTokenCount": 3188,"candidatesTokenCount": 1,"totalTokenCount": 3189,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 3188}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "3-bmauIWULOCupJ7e6LNCKw"}\r\n'
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

model = Gemini(
    id="gemini-2.5-flash",
    api_key="some-key",
    client_params={"http_options": {"base_url": "http://127.0.0.1:8765"}},
    max_output_tokens=777,
)
tools = [
    Function(name="Read", description="true", parameters={
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
    }, strict=None),
    Function(name="x", description="1e5", parameters={
        "type": "object",
        "properties": {"index": {"type": "boolean"}},
        "required": ["index"],
        "additionalProperties": False,
    }, strict=None),
    Function(name="make", description="007", parameters={
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
    }, strict=None),
    Function(name="handle", description="", parameters={
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
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="user", content=" leading"),
    Message(role="assistant", content='"quoted"'),
    Message(role="user", content="trailing "),
]


def ask():
    answer = Message(role="assistant")
    for _ in model.process_response_stream(messages=messages, assistant_message=answer, stream_data=MessageData(), **asked):
        pass
    return answer


answer = ask()
messages.append(answer)
messages.append(Message(role="tool", content="👩\u200d🚀 🇫🇷", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="undefined", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="1_000", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="14.0", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="שלום", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="x\x7f\x85y", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="jeiE9huMsJ93We\nZ", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content='{"error": "none"}', tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="0x1F", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="U", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="NaN", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content='{"a": [1, "b"]}', tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="?Gnr/n>86ua?iUy4d9Z<qKS8LK&😀m漢漢😀iOsc", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="bn?3s!zuSK/漢nPaE2,X", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="ypR94fwäx0&qSr0\n4V'ä-dOHUT.L29", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=True))
messages.append(Message(role="tool", content="rhv::sCVt>ñbGuN4MI\n2 \\>s9QN\\KW-aЖuf", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="C:\\new\\table", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=True))
messages.append(Message(role="tool", content="true", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content='opWXKPSDI/3N1:kdKe08oKLs95e  ij5U漢p漢"j', tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="{}", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="seDmQqfj&kp:FFL0", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="</think>", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content=',P6😀!gz\'O8QdbOЖk<B!Udp0😀FUHG7h/<J"GUK3', tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="yes", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="你好", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="mäk 6 om😀 1Q4NIz", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="event: ping", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="ABCDEF12-3456-4789-8ABC-def012345678", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="a\\nb \\u00e9 \\/ \\", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="6'H6NY.aSinkF>kz,RW8ßxC-iM0R'bLßq/_o&M", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
answer = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at contents/3/parts, in request 2?
item = {"text": "true\xa0x\ufeff"}
items = REQUESTS[1]
for step in ["contents", 3, "parts"]:
    items = items[step]
expected, got = False, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""langchain 1.7.2: The request loses result.is_error: expected " y\\\\rgP😀!2\\nññaK/;5W Z4i <2\\"<5?G;blTEu<tB;BTbS", got nothing

Run it: pip install langchain-core==1.7.2 langchain-openai==1.7.3 langchain-anthropic==1.7.7 langchain-google-genai==4.4.2 langchain-ollama==1.1.0 langchain-mistralai==1.1.6 langchain-cohere==0.6.0 langchain-aws==1.9.1 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 ollama==0.6.3 cohere==5.21.1 boto3==1.44.5
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import StructuredTool
from langchain_google_genai import ChatGoogleGenerativeAI

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"text": "{\\"a\\": [1, \\"b\\"]}"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 2540,"candidatesTokenCount": 3,"totalTokenCount": 2594,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 2540}],"thoughtsTokenCount": 51,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "4BfnaufijZUEBBvS-ayqm2E"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "find","args": {"text_lines": ["\\u003ctool_call\\u003e","👩\\u200d🚀 🇫🇷","[]","%7B%20+","a\\u2028b\\u2029c","\'; DROP TABLE x; --","14.0","a\\\\nb \\\\u00e9 \\\\/ \\\\"],"numbers": [-1,0,1.5e+30],"note": "\\\\Yvr&ЖocJñ\\u003cYfGaK 3uq6/PU7_3m","callbacks": "7","value": "O-4B","description": 14,"properties": "ab-12","from": "null","default": "ab-12"}},"thoughtSignature": "CuIBAd8379T5de3j4VU4Nf+qFMmwghebc9yGK6bLE1U4l3cSr1qQkYRpf1TyeiXXNjCGfdBl0eLIqwty+nS6x/3BMzB5r4cOkwZnKE6cBVQiQONm0vJefXJJdBfd2yWa2zC8pyppy6oPBsPmVZOCmAUIMsGvJKvBrT4wF+UeKD4n46x2c/Oc/9rUQfBGR9MZehttJMmaOtd/SHl5kwPYgjcB8ILjfgJzrClhe7FSqjN16n3S98kcbaK2xddkMpp+whtPllR3AQ1LfhutmZv5CVFzc8aZXJzwhALEb1m5BUQd6nq4oQ=="},{"functionCall": {"name": "find","args": {"text_lines": [],"numbers": [-2147483649,1e-07,0.30000000000000004],"note": "undefined","callbacks": "true","value": "x\\u007f\\u0085y","description": -0.0,"properties": "ab-12","from": null,"default": "ab-12"}}},{"functionCall": {"name": "Read","args": {"context": " leading","key": [{},{}]}}},{"functionCall": {"name": "find","args": {"text_lines": ["{}"],"numbers": [1,-273.15,14.0],"callbacks": "celsius","value": "```json\\n{}\\n```","description": 9007199254740992,"properties": "ab-12","from": "F2qCcpßä eZ\\\\qßEY/E;aFTK6","default": "ab-12"}}},{"functionCall": {"name": "find","args": {"text_lines": ["None","café","FDä65o\\u003c8al,\\nBeYEO4Z/.,p Brpäñ\\"NOJwR5gxc"],"numbers": [9223372036854776000,3.141592653589793,100000000000000000000],"note": "14","callbacks": "celsius","value": "data: [DONE]","description": 100,"properties": "ab-12","from": null,"default": "ab-12"}}},{"functionCall": {"name": "find","args": {"text_lines": ["None","café","FDä65o\\u003c8al,\\nBeYEO4Z/.,p Brpäñ\\"NOJwR5gxc"],"numbers": [9223372036854776000,3.141592653589793,100000000000000000000],"note": "14.0","callbacks": "celsius","value": "data: [DONE]","description": 100,"properties": "ab-12","from": null,"default": "ab-12"}}}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 2540,"candidatesTokenCount": 348,"totalTokenCount": 2939,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 2540}],"thoughtsTokenCount": 51,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "4BfnaufijZUEBBvS-ayqm2E"}\r\n'
        "\r\n",
    ),
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "find","args": {"text_lines": ["False","ﬁ Ω","B\\u003clX\\\\TlD-z4j-ßb01W:lBvMeESz-?HeekfZ😀K"],"numbers": [2147483648,0.1,9007199254740992],"callbacks": "true","value": "12:30:00","description": 9223372036854776000,"properties": "ab-12","from": "100%% 5% %s %(a)d {name} {0} {{x}} $name ${name} @name #1 *b* _a_ [b](c) \\u003c!-- hidden --\\u003e &#39;&nbsp; two  spaces “a” ‘it’s’ – a\\u00adb � \ue000 \ufdd0\uffff ❤️ ☺ x\U000e0061","default": "ab-12"}},"thoughtSignature": "CuIBAd/k4FhJuxNpqblMceSAKaWKgX6gVrYtWxH7fHcvzvR5H+dt0zH/mLg9gZX/ZxRwbU/D1aGbm1NBS/amDw+HqYc/wKrw922iaS2SqW99Hdq0m4CcLoGiLS1tJgMGWhLj9VEt7Hqmw5cAbfGvFaZD7YCm8U1hvAfYlkWmXbYgmf1TAHMuOYETHQ64v4ocIpMpdCw4DeLCoIOvprrxtQlb45Q84mpgoJmi8X6UCDN1nRE6OnEcI9uSeASqepu5sU9vEhaw85nB2raxRwX+64OKFh6rrC7MNAMMG0QeSMHawfEuqw=="},{"functionCall": {"name": "Read","args": {"context": "0BDg4xFsäA7;VxU;XaRñ2IY ","content-type": "~","required": "{\\"a\\": [1, \\"b\\"]}","key": []}}},{"functionCall": {"name": "find","args": {"text_lines": ["_L\\\\AHauP:ES1KDEQ\\u003c0"],"numbers": [-1,0,1.5e+30],"note": "OF7","callbacks": "Fahrenheit","value": "-0","description": 14,"properties": "ab-12","from": null,"default": "ab-12"}}},{"functionCall": {"name": "Read","args": {"context": "e😀8Yñx.i8PJ_R7GY2T","content-type": 100000000000000000000,"required": "äKCny;j:ßakvgXG漢:n","key": [{},{}]}}},{"functionCall": {"name": "Read","args": {"context": "4d7e_C.g","content-type": 14,"required": "a","key": [{"name": "ab-12"}]}}},{"functionCall": {"name": "Read","args": {"context": "4d7e_C.g","content-type": 14,"required": "a ","key": [{"name": "ab-12"}]}}}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 3159,"candidatesTokenCount": 266,"totalTokenCount": 3485,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 3159}],"thoughtsTokenCount": 60,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "5RfnatbJ7IiEbBtVT0Obb8U"}\r\n'
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

model = ChatGoogleGenerativeAI(
    model="gemini-2.5-flash",
    base_url="http://127.0.0.1:8765",
    api_key="some-key",
    max_retries=1,
)
model = model.bind_tools(
    [
        StructuredTool(name="find", description='"quoted"', func=None, args_schema={
            "type": "object",
            "properties": {
                "text_lines": {"type": "array", "items": {"type": "string"}},
                "numbers": {"type": "array", "items": {"type": "number"}},
                "note": {"type": "string"},
                "callbacks": {"type": "string", "enum": ["celsius", "Fahrenheit", "true", "7"]},
                "value": {"type": "string"},
                "description": {"type": "number", "description": "What it is."},
                "properties": {
                    "type": "string",
                    "pattern": "^[a-z]{2}-\\d+$",
                    "minLength": 4,
                    "maxLength": 9,
                    "examples": ["ab-12"],
                },
                "from": {"type": ["string", "null"], "description": "What it is."},
                "default": {
                    "type": "string",
                    "pattern": "^[a-z]{2}-\\d+$",
                    "minLength": 4,
                    "maxLength": 9,
                    "examples": ["ab-12"],
                    "description": "What it is.",
                },
            },
            "required": ["text_lines", "numbers", "callbacks", "value", "description", "properties", "from", "default"],
        }),
        StructuredTool(name="Read", description="False", func=None, args_schema={
            "type": "object",
            "properties": {
                "context": {"type": "string", "default": "none", "description": "What it is."},
                "content-type": {"anyOf": [{"type": "string"}, {"type": "integer"}], "description": 'café <b> "q"'},
                "required": {"type": "string"},
                "key": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "name": {
                                "type": "string",
                                "pattern": "^[a-z]{2}-\\d+$",
                                "minLength": 4,
                                "maxLength": 9,
                                "examples": ["ab-12"],
                            },
                        },
                        "additionalProperties": False,
                    },
                },
            },
            "required": ["context", "key"],
        }),
        StructuredTool(name="handle", description="Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. Handles. ", func=None, args_schema={
            "type": "object",
            "properties": {
                "matrix": {"type": "array", "items": {"type": "array", "items": {"type": "number"}, "maxItems": 4}},
                "delivery": {
                    "type": "object",
                    "properties": {"by": {"enum": ["post", "pickup"]}, "street": {"type": "string"}},
                    "required": ["by"],
                    "if": {"properties": {"by": {"const": "post"}}},
                    "then": {"required": ["street"]},
                },
                "owner": {
                    "anyOf": [
                        {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
                        {"type": "null"},
                    ],
                    "default": None,
                },
                "share": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
            },
        }),
    ]
)
messages = [
    SystemMessage("true"),
    HumanMessage("你好"),
    AIMessage("1e5"),
    HumanMessage(" leading"),
]


def ask():
    first, *others = model.stream(messages)
    return sum(others, first)


answer = ask()
messages.append(answer)
messages.append(ToolMessage(content="null\n2026-11-25T10:00:00+00:00", tool_call_id=answer.tool_calls[0]["id"], name="find"))
messages.append(ToolMessage(content="café\nlast line\r\n", tool_call_id=answer.tool_calls[0]["id"], name="find"))
messages.append(ToolMessage(content='AniЖtwy&usnTx":-äU;XH4Z Wq\n👩\u200d🚀 🇫🇷', tool_call_id=answer.tool_calls[0]["id"], name="Read"))
messages.append(ToolMessage(content="u\n&MYZMSlf:KAЖm\n/Eh1e3s", tool_call_id=answer.tool_calls[0]["id"], name="find"))
messages.append(ToolMessage(content="ciL_uoUySP😀d'?gMLxЖ2m1&\nundefined", tool_call_id=answer.tool_calls[0]["id"], name="find"))
messages.append(ToolMessage(content=' y\\rgP😀!2\nññaK/;5W Z4i <2"<5?G;blTEu<tB;BTbS', tool_call_id=answer.tool_calls[0]["id"], name="find", status="error"))
answer = ask()

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = ' y\\rgP😀!2\nññaK/;5W Z4i <2"<5?G;blTEu<tB;BTbS'
got = REQUESTS[1]
for step in ["contents", 4, "parts", 5, "functionResponse", "response", "error"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

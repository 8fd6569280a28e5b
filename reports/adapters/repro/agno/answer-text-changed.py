"""agno 3.1.10: The adapter changes text: expected "False<tool_call>你好", got "False\\n<tool_call>\\n你好"

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow bedrock's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ |= {"AWS_ENDPOINT_URL": "http://127.0.0.1:8765"}
from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.aws import AwsBedrock

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"metrics":{"latencyMs":920},"output":{"message":{"content":[{"toolUse":{"input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"name":"Read","toolUseId":"tooluse_98iKQG4bVZWi2BiP9bFUPq","type":"tool_use"}},{"toolUse":{"input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"name":"make","toolUseId":"tooluse_ugT7veHbB1zpqZkq92mbEZ","type":"tool_use"}},{"toolUse":{"input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"name":"make","toolUseId":"tooluse_bx5sNci1Ia2Im8c8hbYhZe","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"name":"Read","toolUseId":"tooluse_M500yavHKVSTnWM5iOQa50","type":"tool_use"}},{"toolUse":{"input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"name":"make","toolUseId":"tooluse_fLM48y9WY2MLCqtPts1KqL","type":"tool_use"}},{"toolUse":{"input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"name":"make","toolUseId":"tooluse_MH0NGJjw2RFuys9LkHoC1T","type":"tool_use"}},{"toolUse":{"input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"name":"make","toolUseId":"tooluse_WBRPfmc4D8drxfVNnxB9Rp","type":"tool_use"}},{"toolUse":{"input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"name":"make","toolUseId":"tooluse_jvIsmbS04OkxJVBVxzBcZe","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"name":"Read","toolUseId":"tooluse_dJDP6sGiXLxtfiosAzdRZW","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"name":"Read","toolUseId":"tooluse_o870cQhHnodawhvuM8Ho1d","type":"tool_use"}},{"toolUse":{"input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"name":"make","toolUseId":"tooluse_oVw902B3e3EYs8uCVExY9O","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"name":"Read","toolUseId":"tooluse_mw6K1ZpA6le5RKLd6f3k3z","type":"tool_use"}},{"toolUse":{"input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"name":"make","toolUseId":"tooluse_23b5pujYkea2pDzkpUjoDB","type":"tool_use"}},{"toolUse":{"input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"name":"make","toolUseId":"tooluse_gPd5vUeKeWqoiAhBEKKup3","type":"tool_use"}},{"toolUse":{"input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"name":"make","toolUseId":"tooluse_T1DDEX6shZQIWgm5SHr2hg","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"name":"Read","toolUseId":"tooluse_Mg7J4ZSoTTNEoqvpzmBiTV","type":"tool_use"}},{"toolUse":{"input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"name":"make","toolUseId":"tooluse_ySdMFJ5j6uXGMZUGwZr2Ll","type":"tool_use"}},{"toolUse":{"input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"name":"make","toolUseId":"tooluse_wgMGdhnILtPaMxk1UPXnwg","type":"tool_use"}},{"toolUse":{"input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"name":"make","toolUseId":"tooluse_k5MM4Cye3xTzIh2qqDDrUM","type":"tool_use"}},{"toolUse":{"input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"name":"make","toolUseId":"tooluse_BpSjpp1n1gZPEEOe6y34lY","type":"tool_use"}},{"toolUse":{"input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"name":"make","toolUseId":"tooluse_kExVxoFmQUdXaz46CqRoib","type":"tool_use"}},{"toolUse":{"input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"name":"make","toolUseId":"tooluse_JZbJvI0E367DnJvUGJWO1v","type":"tool_use"}},{"toolUse":{"input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"name":"make","toolUseId":"tooluse_aGXtd1ZKcM6t6pgavr08l0","type":"tool_use"}},{"toolUse":{"input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"name":"make","toolUseId":"tooluse_X1Qoyn0hwOvMXeQty054El","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"name":"Read","toolUseId":"tooluse_6V5ZR0tB464KG32bi82T7x","type":"tool_use"}},{"toolUse":{"input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"name":"make","toolUseId":"tooluse_ISEavcHnSK32p9TLkWtdCd","type":"tool_use"}},{"toolUse":{"input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"name":"make","toolUseId":"tooluse_kvujyITH51oAwI94q4cHqi","type":"tool_use"}},{"toolUse":{"input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"name":"make","toolUseId":"tooluse_aQPSK9yWYkfNCqEbUJB01o","type":"tool_use"}},{"toolUse":{"input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"name":"make","toolUseId":"tooluse_GlJABGnEXFakD7in5a5ych","type":"tool_use"}},{"toolUse":{"input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"name":"Read","toolUseId":"tooluse_OAEVdQcuwX1OSXODzs8xP7","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":245,"outputTokens":1680,"serverToolUsage":{},"totalTokens":1925}}'),
    (200, "application/json", '{"metrics":{"latencyMs":1462},"output":{"message":{"content":[{"text":"False"},{"text":"<tool_call>"},{"text":"你好"}],"role":"assistant"}},"stopReason":"end_turn","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":2359,"outputTokens":8,"serverToolUsage":{},"totalTokens":2367}}'),
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

model = AwsBedrock(
    id="us.anthropic.claude-haiku-4-5-20251001-v1:0",
    aws_access_key_id="none",
    aws_secret_access_key="none",
    aws_region="us-east-1",
    max_tokens=777,
)
tools = [
    Function(name="Read", description="true", parameters={
        "type": "object",
        "properties": {
            "text_lines": {"type": "array", "items": {"type": "string"}},
            "numbers": {"type": "array", "items": {"type": "number"}},
            "note": {"type": "string"},
        },
        "required": ["text_lines", "numbers"],
    }, strict=None),
    Function(name="x", description="1e5", parameters={
        "type": "object",
        "properties": {
            "properties": {"type": "string", "default": "none", "description": 'café <b> "q"'},
            "enum": {"type": ["string", "null"]},
            "x1": {"type": "integer"},
        },
        "required": ["properties"],
        "additionalProperties": False,
    }, strict=None),
    Function(name="make", description="data: [DONE]", parameters={
        "type": "object",
        "properties": {"class": {"type": ["string", "null"]}, "Date": {"type": "string"}, "key": {"type": "integer"}},
        "required": ["class", "Date", "key"],
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="user", content=" leading"),
    Message(role="assistant", content='"quoted"'),
    Message(role="user", content="a\\nb \\u00e9 \\"),
]


def ask():
    answer = Message(role="assistant")
    given = model.invoke(messages=messages, assistant_message=answer, **asked)
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return Message(role="assistant", **{name: getattr(given, name) or None for name in kept})


answer = ask()
messages.append(answer)
messages.append(Message(role="tool", content="x\x7f\x85y", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=True))
messages.append(Message(role="tool", content="", tool_call_id=answer.tool_calls[1].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="NaN", tool_call_id=answer.tool_calls[2].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content='{"a": [1, "b"]}', tool_call_id=answer.tool_calls[3].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="true", tool_call_id=answer.tool_calls[4].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="{}", tool_call_id=answer.tool_calls[5].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="'; DROP TABLE x; --", tool_call_id=answer.tool_calls[6].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="\ttab\n\nlines\r\nend", tool_call_id=answer.tool_calls[7].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="foix,ЖU", tool_call_id=answer.tool_calls[8].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="1e5", tool_call_id=answer.tool_calls[9].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content=" leading", tool_call_id=answer.tool_calls[10].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="?Gnr/n>86ua?iUy4d9Z<qKS8LK&😀m漢漢😀iOsc", tool_call_id=answer.tool_calls[11].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="bn?3s!zuSK/漢nPaE2,X", tool_call_id=answer.tool_calls[12].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="ypR94fwäx0&qSr0\n4V'ä-dOHUT.L29", tool_call_id=answer.tool_calls[13].get("id"), tool_name="make", tool_call_error=True))
messages.append(Message(role="tool", content="rhv::sCVt>ñbGuN4MI\n2 \\>s9QN\\KW-aЖuf", tool_call_id=answer.tool_calls[14].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="2026-11-25", tool_call_id=answer.tool_calls[15].get("id"), tool_name="Read", tool_call_error=True))
messages.append(Message(role="tool", content="$ref", tool_call_id=answer.tool_calls[16].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content='opWXKPSDI/3N1:kdKe08oKLs95e  ij5U漢p漢"j', tool_call_id=answer.tool_calls[17].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="```json\n{}\n```", tool_call_id=answer.tool_calls[18].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="seDmQqfj&kp:FFL0", tool_call_id=answer.tool_calls[19].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="a\u2028b\u2029c", tool_call_id=answer.tool_calls[20].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content=',P6😀!gz\'O8QdbOЖk<B!Udp0😀FUHG7h/<J"GUK3', tool_call_id=answer.tool_calls[21].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="ﬁ Ω", tool_call_id=answer.tool_calls[22].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="a\tb", tool_call_id=answer.tool_calls[23].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="mäk 6 om😀 1Q4NIz", tool_call_id=answer.tool_calls[24].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="21", tool_call_id=answer.tool_calls[25].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="%7B%20+", tool_call_id=answer.tool_calls[26].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="C:\\new\\table", tool_call_id=answer.tool_calls[27].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content="6'H6NY.aSinkF>kz,RW8ßxC-iM0R'bLßq/_o&M", tool_call_id=answer.tool_calls[28].get("id"), tool_name="make", tool_call_error=False))
messages.append(Message(role="tool", content='/r漢U9ZPkhpßp"6i😀x./aFdP8R 2\\s>6tbA5Qdd', tool_call_id=answer.tool_calls[29].get("id"), tool_name="Read", tool_call_error=False))
answer = ask()

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call.get("id"), call["function"]["name"], call["function"]["arguments"]) for call in answer.tool_calls or ()]
text, reasoning = answer.get_content_string(), answer.reasoning_content or ""
expected = "False<tool_call>你好"
got = text
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

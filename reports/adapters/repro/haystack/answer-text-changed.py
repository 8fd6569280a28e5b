"""haystack 3.4.0: The adapter changes text: expected "False<tool_call>你好", got "False <tool_call> 你好"

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ |= {"ANTHROPIC_BASE_URL": "http://127.0.0.1:8765"}
from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack.utils import Secret
from haystack_integrations.components.generators.anthropic import AnthropicChatGenerator

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CpJbWyWkdA32p3aYu9wGm","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01wjPRNHpmx7xVznquVpwiyq","name":"Read","input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01zSn6mWXHwgGnRrjt4eZHGY","name":"make","input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01WWEanMPDWZs575dGuG1Yst","name":"make","input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01ZhHZrKRjcJYREtZXxjvma6","name":"Read","input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_018jgg1fH1n8eWT946Ravg4H","name":"make","input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01KSMN9giNLWZ2i8p1JhViNx","name":"make","input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01qqe4CzUDDtAEV5tKEED8NH","name":"make","input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01LZDmmcjj9nAZbjrjs8ZtFY","name":"make","input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01vZWEyQBYNddV6gDXQZ1A5D","name":"Read","input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01uVeT3Wo7aZHqVFqcDxQqTm","name":"Read","input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01r3NzgvGDBLotjWBd3kTj9z","name":"make","input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01mgcSAXjAYN19LJgLyYzdFr","name":"Read","input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01DfNKp8J8xrBp8RTQvSghRg","name":"make","input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01AXDtd79AFLYYNQxvz6vWbv","name":"make","input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01FQUcaE2nhv9fPofjithGKm","name":"make","input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01TLDbUVMc824eEAfQdXybAs","name":"Read","input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01LWbF6wjNWChK3HcrP2iwuj","name":"make","input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01kdDp8Nw4jKGKNwDr9cebk3","name":"make","input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01FzouKoqarXa4oduMLUjuEr","name":"make","input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01oTGAgnaBj3Mpugo8zgfZ3X","name":"make","input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01YpeWGnndWDFbyrJ2XYgK7Y","name":"make","input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_015nrU22tkwbhaTMJRMZ1Vgd","name":"make","input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01QdnAJJK1A6qWrLbc2KCQah","name":"make","input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01YrdB8s1eGRfSRTUoALDmVX","name":"make","input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01P9zZvaWDsbmvyu2h1ypVei","name":"Read","input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01axZTfj5CpHrT1aT5qdjFsq","name":"make","input":{"class":"uh6pJt01qwwiFIsH\\"z E5-;ñ8>","Date":"35p!P","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01qPTynCoB43rYo1kkct5NJh","name":"make","input":{"class":"café","Date":"unQy>\\\\C;n,PP漢4\\\\RQ\\\\r","key":-1},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01wJoGtwfQFkndiYSpEYBJYL","name":"make","input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01WQxTigjnWfKcdFU4hNw5Ry","name":"make","input":{"class":"B\\\\&h <FGUwAaN-i9\\"w64BZ1","Date":"```json\\n{}\\n```","key":9223372036854775808},"caller":{"type":"direct"}},{"type":"tool_use","id":"toolu_01jrYqRdbWe6rg1h9adXZ4T2","name":"Read","input":{"text_lines":["null","event: ping","</think>"," leading","{\\"a\\": [1, \\"b\\"]}","14.0","data: [DONE]","你好"],"numbers":[14,-2147483649,1e-07],"note":"O:Z\';:>R10>"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":219,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":1680,"service_tier":"standard","inference_geo":"not_available"}}'),
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011Cq8EQFGZnVEqscW45c5XZ","type":"message","role":"assistant","content":[{"type":"text","text":"False"},{"type":"text","text":"<tool_call>"},{"type":"text","text":"你好"}],"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":2507,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":8,"service_tier":"standard","inference_geo":"not_available"}}'),
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

generator = AnthropicChatGenerator(
    model="claude-haiku-4-5",
    api_key=Secret.from_token(token="some-key"),
    ignore_tools_thinking_messages=False,
    max_retries=0,
    generation_kwargs={"max_tokens": 777},
)
tools = [
    Tool("Read", "true", {
        "type": "object",
        "properties": {
            "text_lines": {"type": "array", "items": {"type": "string"}},
            "numbers": {"type": "array", "items": {"type": "number"}},
            "note": {"type": "string"},
        },
        "required": ["text_lines", "numbers"],
    }, print),
    Tool("x", "1e5", {
        "type": "object",
        "properties": {
            "properties": {"type": "string", "default": "none", "description": 'café <b> "q"'},
            "enum": {"type": ["string", "null"]},
            "x1": {"type": "integer"},
        },
        "required": ["properties"],
        "additionalProperties": False,
    }, print),
    Tool("make", "data: [DONE]", {
        "type": "object",
        "properties": {"class": {"type": ["string", "null"]}, "Date": {"type": "string"}, "key": {"type": "integer"}},
        "required": ["class", "Date", "key"],
    }, print),
]
messages = [
    ChatMessage.from_user(" leading"),
    ChatMessage.from_assistant('"quoted"'),
    ChatMessage.from_user("a\\nb \\u00e9 \\"),
]


def ask():
    return generator.run(messages, tools=tools)["replies"][0]


answer = ask()
messages.append(answer)
messages.append(ChatMessage.from_tool("x\x7f\x85y", answer.tool_calls[0], error=True))
messages.append(ChatMessage.from_tool("", answer.tool_calls[1]))
messages.append(ChatMessage.from_tool("NaN", answer.tool_calls[2]))
messages.append(ChatMessage.from_tool('{"a": [1, "b"]}', answer.tool_calls[3]))
messages.append(ChatMessage.from_tool("true", answer.tool_calls[4]))
messages.append(ChatMessage.from_tool("{}", answer.tool_calls[5]))
messages.append(ChatMessage.from_tool("'; DROP TABLE x; --", answer.tool_calls[6]))
messages.append(ChatMessage.from_tool("\ttab\n\nlines\r\nend", answer.tool_calls[7]))
messages.append(ChatMessage.from_tool("foix,ЖU", answer.tool_calls[8]))
messages.append(ChatMessage.from_tool("1e5", answer.tool_calls[9]))
messages.append(ChatMessage.from_tool(" leading", answer.tool_calls[10]))
messages.append(ChatMessage.from_tool("?Gnr/n>86ua?iUy4d9Z<qKS8LK&😀m漢漢😀iOsc", answer.tool_calls[11]))
messages.append(ChatMessage.from_tool("bn?3s!zuSK/漢nPaE2,X", answer.tool_calls[12]))
messages.append(ChatMessage.from_tool("ypR94fwäx0&qSr0\n4V'ä-dOHUT.L29", answer.tool_calls[13], error=True))
messages.append(ChatMessage.from_tool("rhv::sCVt>ñbGuN4MI\n2 \\>s9QN\\KW-aЖuf", answer.tool_calls[14]))
messages.append(ChatMessage.from_tool("2026-11-25", answer.tool_calls[15], error=True))
messages.append(ChatMessage.from_tool("$ref", answer.tool_calls[16]))
messages.append(ChatMessage.from_tool('opWXKPSDI/3N1:kdKe08oKLs95e  ij5U漢p漢"j', answer.tool_calls[17]))
messages.append(ChatMessage.from_tool("```json\n{}\n```", answer.tool_calls[18]))
messages.append(ChatMessage.from_tool("seDmQqfj&kp:FFL0", answer.tool_calls[19]))
messages.append(ChatMessage.from_tool("a\u2028b\u2029c", answer.tool_calls[20]))
messages.append(ChatMessage.from_tool(',P6😀!gz\'O8QdbOЖk<B!Udp0😀FUHG7h/<J"GUK3', answer.tool_calls[21]))
messages.append(ChatMessage.from_tool("ﬁ Ω", answer.tool_calls[22]))
messages.append(ChatMessage.from_tool("a\tb", answer.tool_calls[23]))
messages.append(ChatMessage.from_tool("mäk 6 om😀 1Q4NIz", answer.tool_calls[24]))
messages.append(ChatMessage.from_tool("21", answer.tool_calls[25]))
messages.append(ChatMessage.from_tool("%7B%20+", answer.tool_calls[26]))
messages.append(ChatMessage.from_tool("C:\\new\\table", answer.tool_calls[27]))
messages.append(ChatMessage.from_tool("6'H6NY.aSinkF>kz,RW8ßxC-iM0R'bLßq/_o&M", answer.tool_calls[28]))
messages.append(ChatMessage.from_tool('/r漢U9ZPkhpßp"6i😀x./aFdP8R 2\\s>6tbA5Qdd', answer.tool_calls[29]))
answer = ask()

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call.id, call.tool_name, call.arguments) for call in answer.tool_calls]
text, reasoning = "".join(answer.texts), answer.reasoning.reasoning_text if answer.reasoning else ""
expected = "False<tool_call>你好"
got = text
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""agno 3.1.10: The adapter raises JSONDecodeError: Unterminated string starting at: line 1 column 107 (char 106) (agno/models/ollama/chat.py:313; ollama/_client.py:196)

Run it: pip install agno==3.1.10 openai==2.54.0 anthropic==0.125.0 google-genai==3.4.0 ollama==0.6.3 mistralai==3.7.0 cohere==7.3.1 aioboto3==15.5.0 boto3==1.40.61
The answers follow ollama's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from agno.models.base import MessageData
from agno.models.message import Message
from agno.tools.function import Function
from agno.models.ollama import Ollama

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:17.724472887Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_7j0in3lz","function":{"index":0,"name":"Read","arguments":{"text":"j\\"E"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:18.548633908Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_yispadhi","function":{"index":1,"name":"find","arguments":{"text_lines":["[]","%7B%20+","café","\'; DROP TABLE x; --","ﬁ Ω","False","שלום","{}"],"numbers":[-1,0,1.5e+30],"note":"\\u0026Жo"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:19.61124492Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_x89n9ssw","function":{"index":2,"name":"Read","arguments":{"input":["null","3m6\\u003efYh3-tS\\u0026tbRwv2q6nE3yW\\"\';jMp","event: ping"],"key":{"enum":-2147483649},"text":"\\u003c/think\\u003e"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:20.64501894Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_e7m2mo1a","function":{"index":3,"name":"find","arguments":{"text_lines":[],"numbers":[14,-2147483649,1e-07],"note":"fi"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:20.897212249Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_vjju0yz1","function":{"index":4,"name":"Read","arguments":{"text":""}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:20.926769472Z","message":{"role":"assistant","content":" leading"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:21.992079075Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_9wkkz9sx","function":{"index":5,"name":"find","arguments":{"text_lines":[],"numbers":[14,-2147483649,1e-07],"note":"ﬁ"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:22.023055499Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":4819352698,"load_duration":64617231,"prompt_eval_count":258,"prompt_eval_duration":212768321,"eval_count":207,"eval_duration":4536663538}\n',
    ),
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:22.558864562Z","message":{"role":"assistant","content":"{\\"a\\""},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:22.596294344Z","message":{"role":"assistant","content":": [1"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:22.621940081Z","message":{"role":"assistant","content":", \\"b\\"]}"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:23.811454359Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_s3u8ra96","function":{"index":0,"name":"find","arguments":{"text_lines":["ä65o\\u003c8al,\\nBeYEO4Z/","p Brpäñ\\"NOJwR5gxcNcu-mñ"],"numbers":[0.30000000000000004,-0.0,1],"note":" leading"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:24.271158406Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_vyxhgc1i","function":{"index":1,"name":"find","arguments":{"text_lines":["xwNB","IDcUr5yE"],"numbers":[-273.15,14.0,9007199254740992],"note":"-ßb01"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:26.268063374Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_rrsoh76q","function":{"index":2,"name":"find","arguments":{"text_lines":["z-?HeekfZ😀KySñUMcHnjñHfp\\u003e7OyYOiS2","{\\"a\\": [1, \\"b\\"]}"],"numbers":[9223372036854776000,3.141592653589793,100000000000000000000],"note":"café"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:27.774179228Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_qwgpt4u4","function":{"index":3,"name":"find","arguments":{"text_lines":["z-?HeekfZ😀KySñUMcHnjñHfp\\u003e7OyYOiS2","{\\"a\\": [1, \\"b\\"]}"],"numbers":[9223372036854776000,3.141592653589793,100000000000000000000],"note":"café"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:27.804612244Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":5600544577,"load_duration":64366317,"prompt_eval_count":617,"prompt_eval_duration":254964330,"eval_count":210,"eval_duration":5273055165}\n',
    ),
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:29.516557833Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_onapn30f","function":{"index":0,"name":"find","arguments":{"text_lines":["H!ia8fyä/ 漢dql2_L\\\\AHauP:ES1KDEQ\\u003c0;f\'aOKi","OnR e😀8Yñx.i8PJ_R7GY2","4qäKCny;j:ßakvgXG漢"],"numbers":[100,2147483648,0.1],"note":"jDIcORqMOä"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:31.489946487Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_mjd68wc7","function":{"index":1,"name":"find","arguments":{"text_lines":["H!ia8fyä/ 漢dql2_L\\\\AHauP:ES1KDEQ\\u003c0;f\'aOKi","OnR e😀8Yñx.i8PJ_R7GY2","4qäKCny;j:ßakvgXG漢"],"numbers":[100,2147483648,0.1],"note":"jDIcORqMOä"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.705448593Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_3lrmb9pw","function":{"index":2,"name":"find","arguments":{"text_lines":["data: [DONE]","vc2d_\\u003e?vtgx4D!XRЖ\\u003c;pX","你好"],"numbers":[9007199254740992,9223372036854776000,-1],"note":"a"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:34.665410623Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_gf45zbms","function":{"index":3,"name":"find","arguments":{"text_lines":["data: [DONE]","vc2d_\\u003e?vtgx4D!XRЖ\\u003c;pX","你好"],"numbers":[9007199254740992,9223372036854776000,-1],"note":"a "}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:34.696039201Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":7492994856,"load_duration":85288879,"prompt_eval_count":949,"prompt_eval_duration":261312314,"eval_count":213,"eval_duration":7145570350}\n',
    ),
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.409817545Z","message":{"role":"assistant","content":"x"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.419183009Z","message":{"role":"assistant","content":"\x7f"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.434207257Z","message":{"role":"assistant","content":"\x85"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.444568224Z","message":{"role":"assistant","content":"y"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.483340505Z","message":{"role":"assistant","content":"14.0"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.495669564Z","message":{"role":"assistant","content":"qЖz,\\u003e\\u003eZh2uDJ?qßpoZuñfß57w\\"_Zqpvt4W\\\\QTOi\\n"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.505619096Z","message":{"role":"assistant","content":"\\u003c"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.532972998Z","message":{"role":"assistant","content":"t"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.55004629Z","message":{"role":"assistant","content":"o"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.587483681Z","message":{"role":"assistant","content":"o"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.603147942Z","message":{"role":"assistant","content":"l"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.615483294Z","message":{"role":"assistant","content":"_"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.626839913Z","message":{"role":"assistant","content":"c"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.656213828Z","message":{"role":"assistant","content":"a"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.678349434Z","message":{"role":"assistant","content":"l"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.711937652Z","message":{"role":"assistant","content":"l"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.747245214Z","message":{"role":"assistant","content":"\\u003e"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:34:32.780116797Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":576685542,"load_duration":55524140,"prompt_eval_count":1280,"prompt_eval_duration":124300632,"eval_count":18,"eval_duration":396808779}\n',
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

model = Ollama(id="qwen3:8b", host="http://127.0.0.1:8765")
tools = [
    Function(name="find", description='"quoted"', parameters={
        "type": "object",
        "properties": {
            "text_lines": {"type": "array", "items": {"type": "string"}},
            "numbers": {"type": "array", "items": {"type": "number"}},
            "note": {"type": "string"},
        },
        "required": ["text_lines", "numbers"],
    }, strict=None),
    Function(name="Read", description="False", parameters={
        "type": "object",
        "properties": {
            "input": {"type": "array", "items": {"type": ["string", "null"]}, "description": 'café <b> "q"'},
            "key": {
                "type": "object",
                "properties": {
                    "enum": {"type": "integer"},
                    "self": {"type": "array", "items": {"type": "string", "default": "none"}},
                    "title": {
                        "type": "object",
                        "properties": {"key": {"type": ["string", "null"]}},
                        "required": ["key"],
                        "description": 'café <b> "q"',
                    },
                },
                "required": ["enum"],
                "description": 'café <b> "q"',
            },
            "text": {"type": "string", "default": "none", "description": 'café <b> "q"'},
        },
        "required": ["text"],
    }, strict=None),
]
asked = {"tools": [{"type": "function", "function": tool.to_dict()} for tool in tools]}
messages = [
    Message(role="system", content="true"),
    Message(role="user", content="你好"),
    Message(role="assistant", content="1e5"),
    Message(role="user", content="D"),
]


def ask():
    answer = Message(role="assistant")
    for _ in model.process_response_stream(messages=messages, assistant_message=answer, stream_data=MessageData(), **asked):
        pass
    return answer


answer = ask()
messages.append(answer)
messages.append(Message(role="tool", content="café\n👩\u200d🚀 🇫🇷", tool_call_id=answer.tool_calls[0].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="14.0\nשלום", tool_call_id=answer.tool_calls[1].get("id"), tool_name="find", tool_call_error=False))
messages.append(Message(role="tool", content="x\x7f\x85y\na", tool_call_id=answer.tool_calls[2].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content='JQ"Gul.&HZЖRsR; bHJ-rR\ngU,kM3Tbp\nNaN', tool_call_id=answer.tool_calls[3].get("id"), tool_name="find", tool_call_error=False))
messages.append(Message(role="tool", content='AniЖtwy&usnTx":-äU;XH4Z Wq\n{"a": [1, "b"]}', tool_call_id=answer.tool_calls[4].get("id"), tool_name="Read", tool_call_error=False))
messages.append(Message(role="tool", content="u\n&MYZMSlf:KAЖm\n/Eh1e3s", tool_call_id=answer.tool_calls[5].get("id"), tool_name="find", tool_call_error=False))
answer = ask()
messages.append(answer)
messages.append(Message(role="tool", content="ciL_uoUySP😀d'?gMLxЖ2m1&\ntrue", tool_call_id=answer.tool_calls[0].get("id"), tool_name="find", tool_call_error=False))
messages.append(Message(role="tool", content=' y\\rgP😀!2\nññaK/;5W Z4i <2"<5?G;blTEu<tB;BTbS', tool_call_id=answer.tool_calls[1].get("id"), tool_name="find", tool_call_error=True))
messages.append(Message(role="tool", content='{}\n&LbsBYm"Y,Ek fwrZ_漢XJSQR:r', tool_call_id=answer.tool_calls[2].get("id"), tool_name="find", tool_call_error=False))
messages.append(Message(role="tool", content="'; DROP TABLE x; --\nsñ!GF0ß0grVMmVu0cZK0<aQZ2a6", tool_call_id=answer.tool_calls[3].get("id"), tool_name="find", tool_call_error=False))
answer = ask()
messages.append(answer)
messages.append(Message(role="tool", content="\ttab\n\nlines\r\nend\n1e5", tool_call_id=answer.tool_calls[0].get("id"), tool_name="find", tool_call_error=False))
messages.append(Message(role="tool", content="bHLuBi;漢!l_ñpjtOIsR?csLcE:H/9Xn\n leading", tool_call_id=answer.tool_calls[1].get("id"), tool_name="find", tool_call_error=False))
messages.append(Message(role="tool", content='ä"ds😀AWTI?R2v-SuЖ&\n9BG<N:EiDH z7;&g?1', tool_call_id=answer.tool_calls[2].get("id"), tool_name="find", tool_call_error=False))
messages.append(Message(role="tool", content="/RXvЖGAYH89Z?R漢hmrH'kYGwg!.\nWJIPt:/Mjm>?Tb", tool_call_id=answer.tool_calls[3].get("id"), tool_name="find", tool_call_error=False))
answer = ask()

calls = [(call.get("id"), call["function"]["name"], call["function"]["arguments"]) for call in answer.tool_calls or ()]
text, reasoning = answer.get_content_string(), answer.reasoning_content or ""
# Expected: {"text": 'x\x7f\x85y14.0qЖz,>>Zh2uDJ?qßpoZuñfß57w"_Zqpvt4W\\QTOi\n<tool_call>'}
# Got: JSONDecodeError: Unterminated string starting at: line 1 column 107 (char 106)

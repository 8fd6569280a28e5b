"""litellm 1.106.2: The request loses result: missing item 3: {"role":"tool","tool_call_id":"C9YR43m6x"}

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers follow mistral's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # so that it fetches no list of prices
import litellm  # noqa: E402

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"id":"b6a8b7c34420f719760ef2c1b0892201","created":1793575621,"model":"mistral-small-latest","usage":{"prompt_tokens":76,"total_tokens":91,"completion_tokens":15,"prompt_tokens_details":{"cached_tokens":0},"service_tier":"standard"},"object":"chat.completion","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","tool_calls":[{"id":"C9YR43m6x","type":"function","function":{"name":"save_note","arguments":"{\\"text\\": \\"milk, bread\\"}"},"index":0}],"content":""}}]}'),
    (200, "application/json", '{"id":"9cba436a84b2a840e3b659f0bdee58a5","created":1793575626,"model":"mistral-small-latest","usage":{"prompt_tokens":141,"total_tokens":146,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":0},"service_tier":"standard"},"object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","tool_calls":null,"content":"The note is saved."}}]}'),
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
    {"role": "system", "content": "Use the tools to answer."},
    {"role": "user", "content": 'Save this note: "milk, bread".'},
]


def ask():
    answer = litellm.completion(
        model="mistral/mistral-small-latest",
        messages=messages,
        max_retries=0,
        stream=False,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "save_note",
                    "description": "Save a note word for word.",
                    "parameters": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
                },
            },
        ],
        max_tokens=1024,
        api_key="some-key",
        api_base="http://127.0.0.1:8765/v1",
    )
    return answer.choices[0].message


message = ask()
messages.append(message)
messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": ""})
message = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at messages, in request 2?
item = {"role": "tool", "tool_call_id": "C9YR43m6x"}
items = REQUESTS[1]
for step in ["messages"]:
    items = items[step]
expected, got = True, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

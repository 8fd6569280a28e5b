"""litellm 1.106.2: The request loses tool.parameters/enum: missing item 2: null

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers follow bedrock's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # so that it fetches no list of prices
import litellm  # noqa: E402

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"metrics":{"latencyMs":1817},"output":{"message":{"content":[{"toolUse":{"input":{"class":"second","window":null,"meal":"fish","wish":null},"name":"book_seat","toolUseId":"tooluse_9LMYIuacymoJQGsKo24z7a","type":"tool_use"}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokenCount":0,"cacheReadInputTokens":0,"cacheWriteInputTokenCount":0,"cacheWriteInputTokens":0,"inputTokens":166,"outputTokens":52,"serverToolUsage":{},"totalTokens":218}}'),
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
    {
        "role": "user",
        "content": "Book a seat in the second class, with the fish. Window or not is all the same, and there is no other wish.",
    },
]


def ask():
    answer = litellm.completion(
        model="bedrock/converse/us.anthropic.claude-haiku-4-5-20251001-v1:0",
        messages=messages,
        max_retries=0,
        stream=False,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "book_seat",
                    "description": "Book a seat in a train.",
                    "parameters": {
                        "type": "object",
                        "properties": {
                            "class": {"type": "string", "enum": ["first", "second"]},
                            "window": {
                                "type": ["boolean", "null"],
                                "description": "Whether at a window; null where it does not matter.",
                            },
                            "meal": {"type": ["string", "null"], "enum": ["fish", "vegan", None]},
                            "wish": {"type": ["string", "null"], "description": "Anything else, or null."},
                        },
                        "required": ["class", "window", "meal", "wish"],
                    },
                },
            },
        ],
        max_tokens=1024,
        aws_access_key_id="none",
        aws_secret_access_key="none",
        aws_region_name="us-east-1",
        aws_bedrock_runtime_endpoint="http://127.0.0.1:8765",
    )
    return answer.choices[0].message


message = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at toolConfig/tools/0/toolSpec/inputSchema/json/properties/meal/enum?
item = None
items = REQUESTS[0]
for step in ["toolConfig", "tools", 0, "toolSpec", "inputSchema", "json", "properties", "meal", "enum"]:
    items = items[step]
expected, got = True, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

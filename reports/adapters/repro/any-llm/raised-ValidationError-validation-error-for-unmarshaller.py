"""any-llm 1.40.2: The adapter raises ValidationError: 7 validation errors for Unmarshaller body.nullable[list[union[Tool,ImageGenerationTool,DocumentLibraryTool,CustomConnector]]].0.Tool.function.parameters Field required [type=missing,  ...

Run it: pip install any-llm-sdk==1.40.2 openai==3.54.0 anthropic==0.125.0 google-genai==3.4.0 mistralai==3.7.0 ollama==0.6.3
The answers follow mistral's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import any_llm

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"id":"439ac47f7856af14bf467998d680bd3d","created":1793560553,"model":"mistral-small-latest","usage":{"prompt_tokens":113,"total_tokens":123,"completion_tokens":10,"prompt_tokens_details":{"cached_tokens":0},"service_tier":"standard"},"object":"chat.completion","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","tool_calls":[{"id":"3hrHloQpA","type":"function","function":{"name":"list_users","arguments":"{}"},"index":0}],"content":""}}]}'),
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

messages = [{"role": "system", "content": "Use the tools to answer."}, {"role": "user", "content": "Who are the users?"}]


def ask():
    answer = any_llm.completion(
        model="mistral-small-latest",
        provider="mistral",
        messages=messages,
        api_key="some-key",
        api_base="http://127.0.0.1:8765",
        stream=False,
        tools=[
            {"type": "function", "function": {"name": "list_users", "description": "List all users."}},
            {
                "type": "function",
                "function": {
                    "name": "get_time",
                    "description": "Local time in a city.",
                    "parameters": {
                        "type": "object",
                        "properties": {"city": {"type": "string", "description": "Name of the city."}},
                        "required": ["city"],
                    },
                },
            },
        ],
        max_tokens=1024,
    )
    return answer.choices[0].message, answer.choices[0].message.tool_calls or []


message, calls = ask()

text = message.content or ""
calls = [(call.id, call.function.name, call.function.arguments) for call in calls]
# Expected: {"calls": [["list_users", {}]]}
# Got: ValidationError: 7 validation errors for Unmarshaller

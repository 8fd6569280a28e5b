"""any-llm 1.40.2: The request loses reasoning: expected "The weather in Berlin decides that, so I should look it up first.", got ""

Run it: pip install any-llm-sdk==1.40.2 openai==3.54.0 anthropic==0.125.0 google-genai==3.4.0 mistralai==3.7.0 ollama==0.6.3
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import any_llm

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CCdgxagJPdbfWNoQicuKd","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"The weather in Berlin decides that, so I should look it up first.","signature":"EsgCQgOF3CRFBYGJ6jYOsKAKXw4v8GThIf5O6GOSvuhY+DICPUnBP/KphqQip4f0+SEh9E70B45IG7EapfX/+mpedv2oeu7WDM8mUi6pmF01G53KLguH2Bg1ppadxbb8OqML1FSvueISEN6k7Q/TfScc9THex31I6FDSKfxAwQGS5I3v6xeXK5WcqcNSDQPpFmz/JIGI9PZm08sZBxr9eVyGQFGLmH6OhIceQ2rtqu4kBdTlNyWw5pWvpGL4zQP/n9RAobjXwOAbkceLof1ogR3OBmHfsYuZc8NKpRGPsrllMqxDA14qkMSHGtjk3VZzwgawOwV87YVAsazUQYhkJlpyrISXMz7rE/OUQkb/4AFqWYgRgeeqC/Jbh3J9StF5tY5/ytJnOSWV+xMLRlEqRyVGj1ooUptUO6NxKm+yu531MEJpnzWTshorjg=="},{"type":"tool_use","id":"toolu_01kACe3s98pXhV87phPjtYw9","name":"get_weather","input":{"city":"Berlin"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":132,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":57,"service_tier":"standard","inference_geo":"not_available"}}'),
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CmjpEvRyn54o6KePBYAE9","type":"message","role":"assistant","content":[{"type":"text","text":"No, it is 21 degrees and clear in Berlin."}],"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":351,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":14,"service_tier":"standard","inference_geo":"not_available"}}'),
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
    {"role": "user", "content": "Do I need a coat in Berlin today?"},
]


def ask():
    answer = any_llm.completion(
        model="claude-haiku-4-5",
        provider="anthropic",
        messages=messages,
        api_key="some-key",
        api_base="http://127.0.0.1:8765",
        stream=False,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "get_weather",
                    "description": "Current weather in a city.",
                    "parameters": {
                        "type": "object",
                        "properties": {
                            "city": {"type": "string", "description": "Name of the city."},
                            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
                        },
                        "required": ["city"],
                    },
                },
            },
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
        max_tokens=4096,
        reasoning_effort="low",
        client_args={"max_retries": 0},
    )
    return answer.choices[0].message, answer.choices[0].message.tool_calls or []


message, calls = ask()
messages.append(message)
messages.append({"role": "tool", "tool_call_id": calls[0].id, "content": '{"temperature": 21, "sky": "clear"}'})
message, calls = ask()

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "The weather in Berlin decides that, so I should look it up first."
got = REQUESTS[1]
for step in ["messages", 1, "content", 0, "thinking"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

"""haystack 3.4.0: The adapter raises JSONDecodeError: Expecting value: line 1 column 1 (char 0) (haystack_integrations/components/generators/ollama/chat/chat_generator.py:473)

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow ollama's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack_integrations.components.generators.ollama import OllamaChatGenerator

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T09:51:08.082878223Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_elgplefu","function":{"index":0,"name":"ping","arguments":{}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T09:51:08.092352008Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":834381989,"load_duration":55740620,"prompt_eval_count":62,"prompt_eval_duration":285969328,"eval_count":20,"eval_duration":486844416}\n',
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

generator = OllamaChatGenerator(model="qwen3:8b", url="http://127.0.0.1:8765", generation_kwargs={"num_predict": 1024})
tools = [
    Tool("ping", "Check that the service answers.", {"type": "object", "properties": {}}, print),
]
messages = [
    ChatMessage.from_system("Use the tools to answer."),
    ChatMessage.from_user("Ping the service."),
]


def ask():
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None)["replies"][0]


answer = ask()

calls = [(call.id, call.tool_name, call.arguments) for call in answer.tool_calls]
text, reasoning = "".join(answer.texts), answer.reasoning.reasoning_text if answer.reasoning else ""
# Expected: {"calls": [["ping", {}]]}
# Got: JSONDecodeError: Expecting value: line 1 column 1 (char 0)

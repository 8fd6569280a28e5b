"""strands 1.62.0: The request loses result.is_error: expected "there is no tool delete_note", got nothing

Run it: pip install strands-agents==1.62.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 ollama==0.6.3
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import asyncio
import base64

from strands.event_loop.streaming import process_stream
from strands.models.gemini import GeminiModel

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "delete_note","args": {"id": 7}},"thoughtSignature": "CuIBAQ3WiuPo6WQn2y/3PN9Y9NF2q0PNPc2E9csq3701uAm38IU9OWjT6CkNbfX8P8b8fgW6uJZDwWDnvTdLJOqDIbopp3AttGtegaaPTdBIbNr5OEMQb9pFBiZ7gr+Jqt/igPT2TU7bNLpYnyschE+qcklbPeLVGZZAv5VKJu4b8EOA67nfFymQq9A3zYSg4YzuYx8cjdTse3JZhzWqcz7MDD7iq7mh/qGcDp+f6NsaU9i9lyoMeuoR42hMmAgR72wk5ICEYUMjDsfuRKn+Bsm86sOEdU7sbaI1J/TEu6AiB2qkQg=="}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 149,"candidatesTokenCount": 9,"totalTokenCount": 220,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 149}],"thoughtsTokenCount": 62,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "F2rnav6Bv0MBXY31vc0517c"}\r\n'
        "\r\n",
    ),
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"text": "I have no to"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 283,"candidatesTokenCount": 3,"totalTokenCount": 286,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 283}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "HGrnalTX68oL5uImL2Ipnlg"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "ol to delete notes."}],"role": "model"},"finishReason": "STOP","index": 0}],"usageMetadata": {"promptTokenCount": 283,"candidatesTokenCount": 7,"totalTokenCount": 290,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 283}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "HGrnalTX68oL5uImL2Ipnlg"}\r\n'
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

model = GeminiModel(
    model_id="gemini-2.5-flash",
    client_args={"api_key": "some-key", "http_options": {"base_url": "http://127.0.0.1:8765"}},
    params={"max_output_tokens": 1024},
)
tools = [
    {"name": "get_weather", "description": "Current weather in a city.", "inputSchema": {"json": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }}},
    {"name": "get_time", "description": "Local time in a city.", "inputSchema": {"json": {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }}},
]
system = "Use the tools to answer."
messages = [
    {"role": "user", "content": [{"text": "Delete note 7."}]},
]


async def ask():
    stream = process_stream(model.stream(messages, tools or None, system))
    return [event["stop"][1] async for event in stream if "stop" in event][-1]


async def main():
    """Hold the conversation, and return the last answer."""
    answer = await ask()
    calls = [block["toolUse"] for block in answer["content"] if "toolUse" in block]
    messages.append(answer)
    messages.append({"role": "user", "content": [{"toolResult": {"toolUseId": calls[0]["toolUseId"], "status": "error", "content": [{"text": "there is no tool delete_note"}]}}]})
    return await ask()


answer = asyncio.run(main())

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "there is no tool delete_note"
got = REQUESTS[1]
for step in ["contents", 2, "parts", 0, "functionResponse", "response", "error"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

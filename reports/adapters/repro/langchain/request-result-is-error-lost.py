"""langchain 1.7.2: The request loses result.is_error: expected "there is no tool delete_note", got nothing

Run it: pip install langchain-core==1.7.2 langchain-openai==1.7.3 langchain-anthropic==1.7.7 langchain-google-genai==4.4.2 langchain-ollama==1.1.0 langchain-mistralai==1.1.6 langchain-cohere==0.6.0 langchain-aws==1.9.1 openai==3.54.0 anthropic==2.12.0 google-genai==2.34.0 ollama==0.6.3 cohere==5.21.1 boto3==1.44.5
The answers are written from gemini's documentation and SDK, 2026-11-21; they are not recorded.
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

model = ChatGoogleGenerativeAI(
    model="gemini-2.5-flash",
    base_url="http://127.0.0.1:8765",
    api_key="some-key",
    max_retries=1,
)
model = model.bind_tools(
    [
        StructuredTool(name="get_weather", description="Current weather in a city.", func=None, args_schema={
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name of the city."},
                "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            },
            "required": ["city"],
        }),
        StructuredTool(name="get_time", description="Local time in a city.", func=None, args_schema={
            "type": "object",
            "properties": {"city": {"type": "string", "description": "Name of the city."}},
            "required": ["city"],
        }),
    ]
)
messages = [
    SystemMessage("Use the tools to answer."),
    HumanMessage("Delete note 7."),
]


def ask():
    first, *others = model.stream(messages)
    return sum(others, first)


answer = ask()
messages.append(answer)
messages.append(ToolMessage(content="there is no tool delete_note", tool_call_id=answer.tool_calls[0]["id"], name="delete_note", status="error"))
answer = ask()

# What the provider should get there, in request 2; "nothing" is what is not there.
expected = "there is no tool delete_note"
got = REQUESTS[1]
for step in ["contents", 2, "parts", 0, "functionResponse", "response", "error"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

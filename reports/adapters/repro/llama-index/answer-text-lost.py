"""llama-index 0.14.25: The adapter loses text: expected "For clothes in Oslo, think of", got ""

Run it: pip install llama-index-core==0.14.25 llama-index-llms-openai==0.8.3 llama-index-llms-anthropic==0.12.3 llama-index-llms-google-genai==0.11.3 llama-index-llms-ollama==0.11.0 llama-index-llms-mistralai==0.11.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 mistralai==3.7.0 ollama==0.6.3
The answers follow openai's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import base64

from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.tools import FunctionTool, ToolMetadata
from pydantic import BaseModel
from llama_index.llms.openai import OpenAIResponses

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream; charset=utf-8",
        "event: response.created\n"
        'data: {"type":"response.created","response":{"id":"resp_f6fa3fe7e879125a016ae697420e5f852ea9a3fba6d41c2e9b","object":"response","created_at":1793496898,"status":"in_progress","background":false,"completed_at":null,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":1024,"max_tool_calls":null,"model":"gpt-4.1-mini-2025-04-14","moderation":null,"output":[],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":null,"mode":"standard","summary":null},"safety_identifier":null,"service_tier":"auto","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}},"sequence_number":0}\n'
        "\n"
        "event: response.in_progress\n"
        'data: {"type":"response.in_progress","response":{"id":"resp_f6fa3fe7e879125a016ae697420e5f852ea9a3fba6d41c2e9b","object":"response","created_at":1793496898,"status":"in_progress","background":false,"completed_at":null,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":1024,"max_tool_calls":null,"model":"gpt-4.1-mini-2025-04-14","moderation":null,"output":[],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":null,"mode":"standard","summary":null},"safety_identifier":null,"service_tier":"auto","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}},"sequence_number":1}\n'
        "\n"
        "event: response.output_item.added\n"
        'data: {"type":"response.output_item.added","item":{"id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","type":"message","status":"in_progress","content":[],"role":"assistant"},"output_index":0,"sequence_number":2}\n'
        "\n"
        "event: response.content_part.added\n"
        'data: {"type":"response.content_part.added","content_index":0,"item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","output_index":0,"part":{"type":"output_text","annotations":[],"logprobs":[],"text":""},"sequence_number":3}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"For c","item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","logprobs":[],"obfuscation":"9t7doUlvRQV","output_index":0,"sequence_number":4}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"loth","item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","logprobs":[],"obfuscation":"FUuTlQ6kvQr5","output_index":0,"sequence_number":5}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"es","item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","logprobs":[],"obfuscation":"nkiFRBln7Hux1I","output_index":0,"sequence_number":6}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":" in Os","item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","logprobs":[],"obfuscation":"UlHA10vI0d","output_index":0,"sequence_number":7}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"lo,","item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","logprobs":[],"obfuscation":"SY88xWvwXRkgl","output_index":0,"sequence_number":8}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":" th","item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","logprobs":[],"obfuscation":"fOo8gtIk9JsWh","output_index":0,"sequence_number":9}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"ink of","item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","logprobs":[],"obfuscation":"utC6ASlaof","output_index":0,"sequence_number":10}\n'
        "\n"
        "event: response.output_text.done\n"
        'data: {"type":"response.output_text.done","content_index":0,"item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","logprobs":[],"output_index":0,"sequence_number":11,"text":"For clothes in Oslo, think of"}\n'
        "\n"
        "event: response.content_part.done\n"
        'data: {"type":"response.content_part.done","content_index":0,"item_id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","output_index":0,"part":{"type":"output_text","annotations":[],"logprobs":[],"text":"For clothes in Oslo, think of"},"sequence_number":12}\n'
        "\n"
        "event: response.output_item.done\n"
        'data: {"type":"response.output_item.done","item":{"id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","type":"message","status":"incomplete","content":[{"type":"output_text","annotations":[],"logprobs":[],"text":"For clothes in Oslo, think of"}],"role":"assistant"},"output_index":0,"sequence_number":13}\n'
        "\n"
        "event: response.incomplete\n"
        'data: {"type":"response.incomplete","response":{"id":"resp_f6fa3fe7e879125a016ae697420e5f852ea9a3fba6d41c2e9b","object":"response","created_at":1793496898,"status":"incomplete","background":false,"completed_at":null,"error":null,"frequency_penalty":0.0,"incomplete_details":{"reason":"content_filter"},"instructions":null,"max_output_tokens":1024,"max_tool_calls":null,"model":"gpt-4.1-mini-2025-04-14","moderation":null,"output":[{"id":"msg_f6fa3fe7e879125a016ae697420fc8852ebd7dbdf4bf9b14b0","type":"message","status":"incomplete","content":[{"type":"output_text","annotations":[],"logprobs":[],"text":"For clothes in Oslo, think of"}],"role":"assistant"}],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":null,"mode":"standard","summary":null},"safety_identifier":null,"service_tier":"default","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":{"input_tokens":108,"input_tokens_details":{"cache_write_tokens":0,"cached_tokens":0},"output_tokens":7,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":115},"user":null,"metadata":{}},"sequence_number":14}\n'
        "\n",
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

def tool(name, description, schema):  # arguments with exactly this schema
    model = type("Model", (BaseModel,), {"model_json_schema": classmethod(lambda cls, *args, **kwargs: schema)})
    return FunctionTool(print, ToolMetadata(description, name, model))


model = OpenAIResponses(
    model="gpt-4.1-mini",
    api_base="http://127.0.0.1:8765/v1",
    api_key="some-key",
    max_retries=0,
    max_output_tokens=1024,
)
tools = [
    tool("get_weather", "Current weather in a city.", {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }),
]
messages = [
    ChatMessage(role="system", blocks=[TextBlock(text="Use the tools to answer.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="What is the weather in Oslo, and what should I wear there?")]),
]


def ask():
    *_, answer = model.stream_chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


answer, calls = ask()

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call.tool_id, call.tool_name, call.tool_kwargs) for call in calls]
text = answer.message.content or ""
reasoning = "".join(block.content or "" for block in answer.message.blocks if isinstance(block, ThinkingBlock))
expected = "For clothes in Oslo, think of"
got = text
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

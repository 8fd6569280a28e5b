"""haystack 3.4.0: The adapter changes call.arguments: expected {"city": "Paris"}, got {"city": "Oslo"}

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers are written from openai's documentation and SDK, 2026-11-21; they are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack.components.generators.chat import OpenAIResponsesChatGenerator
from haystack.utils import Secret

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream; charset=utf-8",
        "event: response.created\n"
        'data: {"type":"response.created","response":{"id":"resp_eeec05eebe42ebe9016ae6fecee55381fdbeac2c30f5b8dd0c","object":"response","created_at":1793523406,"status":"in_progress","background":false,"completed_at":null,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":1024,"max_tool_calls":null,"model":"gpt-4.1-mini-2025-04-14","moderation":null,"output":[],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":null,"mode":"standard","summary":null},"safety_identifier":null,"service_tier":"auto","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}},"sequence_number":0}\n'
        "\n"
        "event: response.in_progress\n"
        'data: {"type":"response.in_progress","response":{"id":"resp_eeec05eebe42ebe9016ae6fecee55381fdbeac2c30f5b8dd0c","object":"response","created_at":1793523406,"status":"in_progress","background":false,"completed_at":null,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":1024,"max_tool_calls":null,"model":"gpt-4.1-mini-2025-04-14","moderation":null,"output":[],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":null,"mode":"standard","summary":null},"safety_identifier":null,"service_tier":"auto","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}},"sequence_number":1}\n'
        "\n"
        "event: response.output_item.added\n"
        'data: {"type":"response.output_item.added","item":{"id":"fc_eeec05eebe42ebe9016ae6fece2fde81fda022be8bdadf0806","type":"function_call","status":"in_progress","arguments":"","call_id":"call_U9Q2MuCiai7TKeSOlDpwpclW","name":"get_weather"},"output_index":0,"sequence_number":2}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"{\\"ci","item_id":"fc_eeec05eebe42ebe9016ae6fece2fde81fda022be8bdadf0806","obfuscation":"yZA0ox90UIjp","output_index":0,"sequence_number":3}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"ty\\":","item_id":"fc_eeec05eebe42ebe9016ae6fece2fde81fda022be8bdadf0806","obfuscation":"oX79OFyTsXlz","output_index":0,"sequence_number":4}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":" \\"Pari","item_id":"fc_eeec05eebe42ebe9016ae6fece2fde81fda022be8bdadf0806","obfuscation":"SaHdpDcPwP","output_index":0,"sequence_number":5}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"s\\"}","item_id":"fc_eeec05eebe42ebe9016ae6fece2fde81fda022be8bdadf0806","obfuscation":"ESXZCV06qOHkY","output_index":0,"sequence_number":6}\n'
        "\n"
        "event: response.function_call_arguments.done\n"
        'data: {"type":"response.function_call_arguments.done","arguments":"{\\"city\\": \\"Paris\\"}","item_id":"fc_eeec05eebe42ebe9016ae6fece2fde81fda022be8bdadf0806","output_index":0,"sequence_number":7}\n'
        "\n"
        "event: response.output_item.done\n"
        'data: {"type":"response.output_item.done","item":{"id":"fc_eeec05eebe42ebe9016ae6fece2fde81fda022be8bdadf0806","type":"function_call","status":"completed","arguments":"{\\"city\\": \\"Paris\\"}","call_id":"call_U9Q2MuCiai7TKeSOlDpwpclW","name":"get_weather"},"output_index":0,"sequence_number":8}\n'
        "\n"
        "event: response.output_item.added\n"
        'data: {"type":"response.output_item.added","item":{"id":"fc_eeec05eebe42ebe9016ae6fece262981fd80c5d122d37e759c","type":"function_call","status":"in_progress","arguments":"","call_id":"call_qbiQUWkFh3vB6r0MFNrZWms2","name":"get_weather"},"output_index":1,"sequence_number":9}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"{\\"ci","item_id":"fc_eeec05eebe42ebe9016ae6fece262981fd80c5d122d37e759c","obfuscation":"eHiAVn3mVuYt","output_index":1,"sequence_number":10}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"ty\\":","item_id":"fc_eeec05eebe42ebe9016ae6fece262981fd80c5d122d37e759c","obfuscation":"IVY5etHyH9WX","output_index":1,"sequence_number":11}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":" \\"Li","item_id":"fc_eeec05eebe42ebe9016ae6fece262981fd80c5d122d37e759c","obfuscation":"ywKb2vfHoP1u","output_index":1,"sequence_number":12}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"ma","item_id":"fc_eeec05eebe42ebe9016ae6fece262981fd80c5d122d37e759c","obfuscation":"R7zZIdvFSmAfAn","output_index":1,"sequence_number":13}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"\\"}","item_id":"fc_eeec05eebe42ebe9016ae6fece262981fd80c5d122d37e759c","obfuscation":"YbBz9HPmn624eH","output_index":1,"sequence_number":14}\n'
        "\n"
        "event: response.function_call_arguments.done\n"
        'data: {"type":"response.function_call_arguments.done","arguments":"{\\"city\\": \\"Lima\\"}","item_id":"fc_eeec05eebe42ebe9016ae6fece262981fd80c5d122d37e759c","output_index":1,"sequence_number":15}\n'
        "\n"
        "event: response.output_item.done\n"
        'data: {"type":"response.output_item.done","item":{"id":"fc_eeec05eebe42ebe9016ae6fece262981fd80c5d122d37e759c","type":"function_call","status":"completed","arguments":"{\\"city\\": \\"Lima\\"}","call_id":"call_qbiQUWkFh3vB6r0MFNrZWms2","name":"get_weather"},"output_index":1,"sequence_number":16}\n'
        "\n"
        "event: response.output_item.added\n"
        'data: {"type":"response.output_item.added","item":{"id":"fc_eeec05eebe42ebe9016ae6fece15c581fd9abb9d857f97612c","type":"function_call","status":"in_progress","arguments":"","call_id":"call_zsS1sgdNdR2GfvacSIJwrtA1","name":"get_weather"},"output_index":2,"sequence_number":17}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"{\\"c","item_id":"fc_eeec05eebe42ebe9016ae6fece15c581fd9abb9d857f97612c","obfuscation":"JKkXOjU0c436h","output_index":2,"sequence_number":18}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"ity\\"","item_id":"fc_eeec05eebe42ebe9016ae6fece15c581fd9abb9d857f97612c","obfuscation":"o1aMeRYgEPHW","output_index":2,"sequence_number":19}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":": \\"","item_id":"fc_eeec05eebe42ebe9016ae6fece15c581fd9abb9d857f97612c","obfuscation":"HCltfc1dH88l6","output_index":2,"sequence_number":20}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"Os","item_id":"fc_eeec05eebe42ebe9016ae6fece15c581fd9abb9d857f97612c","obfuscation":"oiBCknzedXLHqq","output_index":2,"sequence_number":21}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"lo\\"}","item_id":"fc_eeec05eebe42ebe9016ae6fece15c581fd9abb9d857f97612c","obfuscation":"WoX5TMdlPGHS","output_index":2,"sequence_number":22}\n'
        "\n"
        "event: response.function_call_arguments.done\n"
        'data: {"type":"response.function_call_arguments.done","arguments":"{\\"city\\": \\"Oslo\\"}","item_id":"fc_eeec05eebe42ebe9016ae6fece15c581fd9abb9d857f97612c","output_index":2,"sequence_number":23}\n'
        "\n"
        "event: response.output_item.done\n"
        'data: {"type":"response.output_item.done","item":{"id":"fc_eeec05eebe42ebe9016ae6fece15c581fd9abb9d857f97612c","type":"function_call","status":"completed","arguments":"{\\"city\\": \\"Oslo\\"}","call_id":"call_zsS1sgdNdR2GfvacSIJwrtA1","name":"get_weather"},"output_index":2,"sequence_number":24}\n'
        "\n"
        "event: response.completed\n"
        'data: {"type":"response.completed","response":{"id":"resp_eeec05eebe42ebe9016ae6fecee55381fdbeac2c30f5b8dd0c","object":"response","created_at":1793523406,"status":"completed","background":false,"completed_at":1793523407,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":1024,"max_tool_calls":null,"model":"gpt-4.1-mini-2025-04-14","moderation":null,"output":[{"id":"fc_eeec05eebe42ebe9016ae6fece2fde81fda022be8bdadf0806","type":"function_call","status":"completed","arguments":"{\\"city\\": \\"Paris\\"}","call_id":"call_U9Q2MuCiai7TKeSOlDpwpclW","name":"get_weather"},{"id":"fc_eeec05eebe42ebe9016ae6fece262981fd80c5d122d37e759c","type":"function_call","status":"completed","arguments":"{\\"city\\": \\"Lima\\"}","call_id":"call_qbiQUWkFh3vB6r0MFNrZWms2","name":"get_weather"},{"id":"fc_eeec05eebe42ebe9016ae6fece15c581fd9abb9d857f97612c","type":"function_call","status":"completed","arguments":"{\\"city\\": \\"Oslo\\"}","call_id":"call_zsS1sgdNdR2GfvacSIJwrtA1","name":"get_weather"}],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":null,"mode":"standard","summary":null},"safety_identifier":null,"service_tier":"default","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":{"input_tokens":106,"input_tokens_details":{"cache_write_tokens":0,"cached_tokens":0},"output_tokens":43,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":149},"user":null,"metadata":{}},"sequence_number":25}\n'
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

generator = OpenAIResponsesChatGenerator(
    model="gpt-4.1-mini",
    api_base_url="http://127.0.0.1:8765/v1",
    max_retries=0,
    api_key=Secret.from_token(token="some-key"),
)
tools = [
    Tool("get_weather", "Current weather in a city.", {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }, print),
]
messages = [
    ChatMessage.from_system("Use the tools to answer."),
    ChatMessage.from_user("What is the weather in Paris, in Lima and in Oslo?"),
]


def ask():
    return generator.run(messages, tools=tools, streaming_callback=lambda chunk: None)["replies"][0]


answer = ask()

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call.id, call.tool_name, call.arguments) for call in answer.tool_calls]
text, reasoning = "".join(answer.texts), answer.reasoning.reasoning_text if answer.reasoning else ""
expected = [{"city": "Paris"}, {"city": "Lima"}, {"city": "Oslo"}]
got = [value(arguments) for _, _, arguments in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

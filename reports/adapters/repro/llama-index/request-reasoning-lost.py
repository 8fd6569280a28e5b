"""llama-index 0.14.25: The request loses reasoning: missing item 1: {"type":"reasoning","encrypted_content":"gAAAAABiJpk6iFW2fAwoEKp87VEKjQdxatwGdFF_TQ9N923sJHPdgvKIsT2JQYxAqkJOqnoz_51R_lJzE3zeh1plPJpVKnmgV0UGmhe3v3J9t0KK08Z-yJAnho2p6tkNJe1Pv6-ijUny9j3 ...

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
        "application/json",
        "{\n"
        '  "id": "resp_0b38e8e6bee8469a016ae70af403448d1e912bba371f0aefd0",\n'
        '  "object": "response",\n'
        '  "created_at": 1793526516,\n'
        '  "status": "completed",\n'
        '  "background": false,\n'
        '  "billing": {\n'
        '    "payer": "developer"\n'
        "  },\n"
        '  "completed_at": 1793526518,\n'
        '  "error": null,\n'
        '  "frequency_penalty": 0.0,\n'
        '  "incomplete_details": null,\n'
        '  "instructions": null,\n'
        '  "max_output_tokens": 4096,\n'
        '  "max_tool_calls": null,\n'
        '  "model": "gpt-5-mini-2025-08-07",\n'
        '  "moderation": null,\n'
        '  "output": [\n'
        "    {\n"
        '      "id": "rs_0b38e8e6bee8469a016ae70af4038b8d1e95bb8170d41e7c15",\n'
        '      "type": "reasoning",\n'
        '      "content": [],\n'
        '      "summary": [\n'
        "        {\n"
        '          "type": "summary_text",\n'
        '          "text": "The weather in Berlin decides that, so I should look it up first."\n'
        "        }\n"
        "      ],\n"
        '      "encrypted_content": "gAAAAABiJpk6iFW2fAwoEKp87VEKjQdxatwGdFF_TQ9N923sJHPdgvKIsT2JQYxAqkJOqnoz_51R_lJzE3zeh1plPJpVKnmgV0UGmhe3v3J9t0KK08Z-yJAnho2p6tkNJe1Pv6-ijUny9j3w68_0Kc1fmkJiujqH-unxHMJkCnK5PZydX1DWmyEO-e3g_ACRHwYReHQC_IgxaaSjjJSjzGpuYKQNSued6q51wfjx-AxLlkS4LQ75JUkhRIZVhGvGL6l2iEyGALWIvqIJljgs1Dai4B2FhO8A38gp70YxTuC3aFX5_XGf-dn-f3zsKYpFjtPCNe5DqcQ8DxgEFPanMwr3TAA-hbr2Z8OqXrvVEIrADPmIYlhCimdmPYkZktH1QzLvIajDU5I7EZTDZEbt2-qr_A2HlbQkiC1qGviTRFUO2u9c-MbUK6NLfhhUxYDozR6O5SNxLOoXPy1UbVqM4Bxrrrp7DfOoZXuz9m_-D5V-SqtuyX2OUp4oqCM="\n'
        "    },\n"
        "    {\n"
        '      "id": "fc_0b38e8e6bee8469a016ae70af405218d1ea677c408911bbe98",\n'
        '      "type": "function_call",\n'
        '      "status": "completed",\n'
        '      "arguments": "{\\"city\\": \\"Berlin\\"}",\n'
        '      "call_id": "call_MhJlUv244bsWLwbMenM1aQQo",\n'
        '      "name": "get_weather"\n'
        "    }\n"
        "  ],\n"
        '  "parallel_tool_calls": true,\n'
        '  "presence_penalty": 0.0,\n'
        '  "previous_response_id": null,\n'
        '  "prompt_cache_key": null,\n'
        '  "prompt_cache_retention": "in_memory",\n'
        '  "reasoning": {\n'
        '    "context": null,\n'
        '    "effort": "low",\n'
        '    "mode": "standard",\n'
        '    "summary": "auto"\n'
        "  },\n"
        '  "safety_identifier": null,\n'
        '  "service_tier": "default",\n'
        '  "store": false,\n'
        '  "temperature": 1.0,\n'
        '  "text": {\n'
        '    "format": {\n'
        '      "type": "text"\n'
        "    },\n"
        '    "verbosity": "medium"\n'
        "  },\n"
        '  "tool_choice": "auto",\n'
        '  "tool_usage": {\n'
        '    "image_gen": {\n'
        '      "input_tokens": 0,\n'
        '      "input_tokens_details": {\n'
        '        "image_tokens": 0,\n'
        '        "text_tokens": 0\n'
        "      },\n"
        '      "output_tokens": 0,\n'
        '      "output_tokens_details": {\n'
        '        "image_tokens": 0,\n'
        '        "text_tokens": 0\n'
        "      },\n"
        '      "total_tokens": 0\n'
        "    },\n"
        '    "web_search": {\n'
        '      "num_requests": 0\n'
        "    }\n"
        "  },\n"
        '  "tools": [\n'
        "    {\n"
        '      "type": "function",\n'
        '      "description": "Current weather in a city.",\n'
        '      "name": "get_weather",\n'
        '      "output_schema": null,\n'
        '      "parameters": {\n'
        '        "type": "object",\n'
        '        "properties": {\n'
        '          "city": {\n'
        '            "type": "string",\n'
        '            "description": "Name of the city."\n'
        "          },\n"
        '          "unit": {\n'
        '            "type": "string",\n'
        '            "enum": [\n'
        '              "celsius",\n'
        '              "fahrenheit"\n'
        "            ]\n"
        "          }\n"
        "        },\n"
        '        "required": [\n'
        '          "city"\n'
        "        ]\n"
        "      },\n"
        '      "strict": false\n'
        "    },\n"
        "    {\n"
        '      "type": "function",\n'
        '      "description": "Local time in a city.",\n'
        '      "name": "get_time",\n'
        '      "output_schema": null,\n'
        '      "parameters": {\n'
        '        "type": "object",\n'
        '        "properties": {\n'
        '          "city": {\n'
        '            "type": "string",\n'
        '            "description": "Name of the city."\n'
        "          }\n"
        "        },\n"
        '        "required": [\n'
        '          "city"\n'
        "        ]\n"
        "      },\n"
        '      "strict": false\n'
        "    }\n"
        "  ],\n"
        '  "top_logprobs": 0,\n'
        '  "top_p": 1.0,\n'
        '  "truncation": "disabled",\n'
        '  "usage": {\n'
        '    "input_tokens": 156,\n'
        '    "input_tokens_details": {\n'
        '      "cache_write_tokens": 0,\n'
        '      "cached_tokens": 0\n'
        "    },\n"
        '    "output_tokens": 31,\n'
        '    "output_tokens_details": {\n'
        '      "reasoning_tokens": 16\n'
        "    },\n"
        '    "total_tokens": 187\n'
        "  },\n"
        '  "user": null,\n'
        '  "metadata": {}\n'
        "}",
    ),
    (
        200,
        "application/json",
        "{\n"
        '  "id": "resp_0b8172ebeb10a8a2016ae70af9246188e1a0111627f2f504ee",\n'
        '  "object": "response",\n'
        '  "created_at": 1793526521,\n'
        '  "status": "completed",\n'
        '  "background": false,\n'
        '  "billing": {\n'
        '    "payer": "developer"\n'
        "  },\n"
        '  "completed_at": 1793526523,\n'
        '  "error": null,\n'
        '  "frequency_penalty": 0.0,\n'
        '  "incomplete_details": null,\n'
        '  "instructions": null,\n'
        '  "max_output_tokens": 4096,\n'
        '  "max_tool_calls": null,\n'
        '  "model": "gpt-5-mini-2025-08-07",\n'
        '  "moderation": null,\n'
        '  "output": [\n'
        "    {\n"
        '      "id": "msg_0b8172ebeb10a8a2016ae70af9253188e18bd21bc7220215c4",\n'
        '      "type": "message",\n'
        '      "status": "completed",\n'
        '      "content": [\n'
        "        {\n"
        '          "type": "output_text",\n'
        '          "annotations": [],\n'
        '          "logprobs": [],\n'
        '          "text": "No, it is 21 degrees and clear in Berlin."\n'
        "        }\n"
        "      ],\n"
        '      "role": "assistant"\n'
        "    }\n"
        "  ],\n"
        '  "parallel_tool_calls": true,\n'
        '  "presence_penalty": 0.0,\n'
        '  "previous_response_id": null,\n'
        '  "prompt_cache_key": null,\n'
        '  "prompt_cache_retention": "in_memory",\n'
        '  "reasoning": {\n'
        '    "context": null,\n'
        '    "effort": "low",\n'
        '    "mode": "standard",\n'
        '    "summary": "auto"\n'
        "  },\n"
        '  "safety_identifier": null,\n'
        '  "service_tier": "default",\n'
        '  "store": false,\n'
        '  "temperature": 1.0,\n'
        '  "text": {\n'
        '    "format": {\n'
        '      "type": "text"\n'
        "    },\n"
        '    "verbosity": "medium"\n'
        "  },\n"
        '  "tool_choice": "auto",\n'
        '  "tool_usage": {\n'
        '    "image_gen": {\n'
        '      "input_tokens": 0,\n'
        '      "input_tokens_details": {\n'
        '        "image_tokens": 0,\n'
        '        "text_tokens": 0\n'
        "      },\n"
        '      "output_tokens": 0,\n'
        '      "output_tokens_details": {\n'
        '        "image_tokens": 0,\n'
        '        "text_tokens": 0\n'
        "      },\n"
        '      "total_tokens": 0\n'
        "    },\n"
        '    "web_search": {\n'
        '      "num_requests": 0\n'
        "    }\n"
        "  },\n"
        '  "tools": [\n'
        "    {\n"
        '      "type": "function",\n'
        '      "description": "Current weather in a city.",\n'
        '      "name": "get_weather",\n'
        '      "output_schema": null,\n'
        '      "parameters": {\n'
        '        "type": "object",\n'
        '        "properties": {\n'
        '          "city": {\n'
        '            "type": "string",\n'
        '            "description": "Name of the city."\n'
        "          },\n"
        '          "unit": {\n'
        '            "type": "string",\n'
        '            "enum": [\n'
        '              "celsius",\n'
        '              "fahrenheit"\n'
        "            ]\n"
        "          }\n"
        "        },\n"
        '        "required": [\n'
        '          "city"\n'
        "        ]\n"
        "      },\n"
        '      "strict": false\n'
        "    },\n"
        "    {\n"
        '      "type": "function",\n'
        '      "description": "Local time in a city.",\n'
        '      "name": "get_time",\n'
        '      "output_schema": null,\n'
        '      "parameters": {\n'
        '        "type": "object",\n'
        '        "properties": {\n'
        '          "city": {\n'
        '            "type": "string",\n'
        '            "description": "Name of the city."\n'
        "          }\n"
        "        },\n"
        '        "required": [\n'
        '          "city"\n'
        "        ]\n"
        "      },\n"
        '      "strict": false\n'
        "    }\n"
        "  ],\n"
        '  "top_logprobs": 0,\n'
        '  "top_p": 1.0,\n'
        '  "truncation": "disabled",\n'
        '  "usage": {\n'
        '    "input_tokens": 423,\n'
        '    "input_tokens_details": {\n'
        '      "cache_write_tokens": 0,\n'
        '      "cached_tokens": 0\n'
        "    },\n"
        '    "output_tokens": 10,\n'
        '    "output_tokens_details": {\n'
        '      "reasoning_tokens": 0\n'
        "    },\n"
        '    "total_tokens": 433\n'
        "  },\n"
        '  "user": null,\n'
        '  "metadata": {}\n'
        "}",
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
    model="gpt-5-mini",
    api_base="http://127.0.0.1:8765/v1",
    api_key="some-key",
    max_retries=0,
    max_output_tokens=4096,
    reasoning_options={"effort": "low", "summary": "auto"},
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
    tool("get_time", "Local time in a city.", {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }),
]
messages = [
    ChatMessage(role="system", blocks=[TextBlock(text="Use the tools to answer.")]),
    ChatMessage(role="user", blocks=[TextBlock(text="Do I need a coat in Berlin today?")]),
]


def ask():
    answer = model.chat_with_tools(tools, chat_history=list(messages), allow_parallel_tool_calls=True)
    return answer, model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)


answer, calls = ask()
messages.append(answer.message)
messages.append(ChatMessage(role="tool", blocks=[TextBlock(text='{"temperature": 21, "sky": "clear"}')], additional_kwargs={"tool_call_id": calls[0].tool_id, "name": "get_weather"}))
answer, calls = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at input, in request 2?
item = {
    "type": "reasoning",
    "encrypted_content": "gAAAAABiJpk6iFW2fAwoEKp87VEKjQdxatwGdFF_TQ9N923sJHPdgvKIsT2JQYxAqkJOqnoz_51R_lJzE3zeh1plPJpVKnmgV0UGmhe3v3J9t0KK08Z-yJAnho2p6tkNJe1Pv6-ijUny9j3w68_0Kc1fmkJiujqH-unxHMJkCnK5PZydX1DWmyEO-e3g_ACRHwYReHQC_IgxaaSjjJSjzGpuYKQNSued6q51wfjx-AxLlkS4LQ75JUkhRIZVhGvGL6l2iEyGALWIvqIJljgs1Dai4B2FhO8A38gp70YxTuC3aFX5_XGf-dn-f3zsKYpFjtPCNe5DqcQ8DxgEFPanMwr3TAA-hbr2Z8OqXrvVEIrADPmIYlhCimdmPYkZktH1QzLvIajDU5I7EZTDZEbt2-qr_A2HlbQkiC1qGviTRFUO2u9c-MbUK6NLfhhUxYDozR6O5SNxLOoXPy1UbVqM4Bxrrrp7DfOoZXuz9m_-D5V-SqtuyX2OUp4oqCM=",
}
items = REQUESTS[1]
for step in ["input"]:
    items = items[step]
expected, got = True, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

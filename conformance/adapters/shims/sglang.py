"""A shim for SGLang's parsers of calls in text.

The shim combines the parsers as SGLang's server does (``entrypoints/openai/serving_chat.py``).
"""

import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Any

from conformance.adapters.shims import openai_form, text_parsers
from conformance.adapters.wire import Hello, ReadCall
from toolwire.model import Response, Tool


class SGLang:
    """SGLang's parsers as a ``TextAdapter``. Only a marker in the text can begin reasoning: there is no prompt.

    The parsers recognize markers by their text, so they get each marker in a single piece, even a quoted marker.
    """

    text_formats = tuple(text_parsers.parsers("sglang"))

    def __init__(self) -> None:
        """Find the version, and import all parsers. Raises ``PackageNotFoundError`` if the library is not installed."""
        self.hello = Hello(name="sglang", version=version("sglang"), language="python", dialects=())
        self._parsers = import_module("sglang.srt.function_call.function_call_parser")
        self._protocol = import_module("sglang.srt.entrypoints.openai.protocol")
        self._reasoning = import_module("sglang.srt.parser.reasoning_parser")

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        offered = [self._protocol.Tool.model_validate(openai_form.offered(tool)) for tool in tools]
        calls = self._parsers.FunctionCallParser(offered, text_parsers.parsers("sglang")[text_format])
        reasoning, stream = None, len(pieces) > 1
        if name := text_parsers.reasoning("sglang", text_format):
            reasoning = self._reasoning.ReasoningParser(name, stream, False, tool_call_parser_active=True)
        if stream:
            parts = text_parsers.streamed(text_format, pieces)
            # The token that ends the answer is a step without text, which the server parses, too.
            return _streamed([*map("".join, parts), ""], reasoning, calls)
        return _whole("".join(pieces), reasoning, calls)


def _whole(text: str, reasoning: Any, calls: Any) -> Response:
    thought, content = reasoning.parse_non_stream(text) if reasoning else ("", text)
    items: list[Any] = []
    if calls.has_tool_call(content):
        try:
            content, items = calls.parse_non_stream(content)
        except Exception:  # SGLang's server only logs such an exception
            items = []
    read = [ReadCall(name=item.name, arguments=item.parameters) for item in items]
    return text_parsers.answer(thought or "", content or "", read)


def _streamed(pieces: list[str], reasoning: Any, calls: Any) -> Response:
    thoughts, texts, called = "", "", list[tuple[int, str | None, str | None]]()
    for place, piece in enumerate(pieces, 1):
        last = place == len(pieces)
        thought, content = reasoning.parse_stream_chunk(piece) if reasoning else ("", piece)
        end_thought, end_content = reasoning.parse_stream_end() if reasoning and last else ("", "")
        text, items = calls.parse_stream_chunk((content or "") + (end_content or ""))
        end_text, end_items = calls.parse_stream_end() if last else ("", [])
        thoughts += (thought or "") + (end_thought or "")
        texts += (text or "") + (end_text or "")
        called += ((item.tool_index, item.name, item.parameters) for item in (*items, *end_items))
    return text_parsers.answer(thoughts, texts, text_parsers.joined([*called, *_rest(calls.detector)]))


def _rest(detector: Any) -> Iterator[tuple[int, None, str]]:
    """Yield the rest of the last call's arguments. Like SGLang's server, the shim sends this rest only at the end."""
    last = len(detector.prev_tool_call_arr) - 1
    if 0 <= last < len(detector.streamed_args_for_tool):
        known, given = detector.prev_tool_call_arr[last].get("arguments", {}), detector.streamed_args_for_tool[last]
        whole = known if isinstance(known, str) else json.dumps(known, ensure_ascii=False)
        if whole.startswith(given) and whole != given:
            yield last, None, whole[len(given) :]

"""Calls in a Python list. Llama 4, small models of Llama 3.2, ToolACE, OLMo 3 and LFM2 write such calls."""

import ast
import re
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, Final

from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible
from toolwire.model import Json, ToolCall
from toolwire.text import json_calls
from toolwire.text.block import Block, TextCall
from toolwire.text.errors import NotACall
from toolwire.text.format import THINK, Opening, TextFormat
from toolwire.text.rendering import writable
from toolwire.text.source import Asking
from toolwire.text.values import from_pairs
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_LIST: Final = "["
_WRAPPERS: Final = {
    "<|python_start|>": "<|python_end|>",
    "<|tool_call_start|>": "<|tool_call_end|>",
    "<function_calls>": "</function_calls>",
}
_NAME: Final = re.compile(r"[\w.-]*")
_KEY: Final = re.compile(r"[^\W\d][\w.-]*")
_BLANKS: Final = re.compile(r"[ \t]*")
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_WORDS: Final = {"true": True, "false": False, "null": None}
_STRINGS: Final = re.compile(r"""'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*\"""", re.DOTALL)
_PIECE: Final = re.compile(rf"{_STRINGS.pattern}|[^'\"()\[\]{{}},]+|.", re.DOTALL)
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_DEEPEST: Final = 60


class _ArgumentsScan:
    """A search for the bracket that closes a call's arguments. Strings are in Python's syntax, but without triple
    quotes.
    """

    def __init__(self) -> None:
        self.failed = False
        self._open = ["("]
        self._quote = ""
        self._escaped = False

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        while at < len(text):
            char = text[at]
            at += 1
            if self._escaped:
                self._escaped = False
            elif self._quote:
                self._escaped = char == "\\"
                self._quote = "" if char == self._quote else self._quote
            elif char in "\"'":
                self._quote = char
            elif char in "([{":
                self._open.append(char)
                self.failed = len(self._open) > _DEEPEST
            elif char in ")]}":
                self.failed = self._open.pop() != _PAIRS[char]
                if not self._open:
                    return at, not self.failed
            if self.failed:
                return at, False
        return at, False


def arguments_scan() -> _ArgumentsScan:
    """Return a scan that starts after a call's opening bracket and ends after its closing bracket."""
    return _ArgumentsScan()


def _read(block: Block) -> Asking[None]:
    closing = _WRAPPERS.get(block.opening)
    if closing is None:
        calls = yield from _calls(block, "]")
        gap = yield from block.run(_BLANKS)
        if not (yield from block.at_end()) and not (yield from block.stands("\n", "\r", "<|")):
            raise NotACall
        block.back(len(gap))
        if not all(block.offered.fits(call.name, exact_json.loads(call.arguments)) for call in calls):
            raise NotACall
        json_calls.emit(block, calls)
        return
    yield from block.blanks()
    if (yield from block.peek()) == _LIST:
        calls = yield from _listed(block)
    elif (yield from block.peek()) == "{":
        calls = json_calls.read((yield from block.json()))
    else:
        calls = yield from _calls(block, closing)
        json_calls.emit(block, calls)
        return
    yield from block.followed(closing)
    json_calls.emit(block, calls)
    yield from block.closing(closing)


def _listed(block: Block) -> Asking[Sequence[TextCall]]:
    """Return the calls of a list that is between the format's tags. The list has calls in Python's syntax, or in JSON.
    Raises ``NotACall`` for any other text.
    """
    block.at += 1
    gap = yield from block.blank_run()
    if (yield from block.stands("{")):
        block.back(len(gap) + 1)
        return json_calls.read((yield from block.json()))
    return (yield from _calls(block, "]"))


def _calls(block: Block, end: str) -> Asking[Sequence[TextCall]]:
    """Return the calls before ``end``, at least 1 call. A comma and blanks may separate them.

    Raises ``NotACall`` if anything else comes before ``end``, and ``Cut`` if the text ends before ``end``.
    """
    calls: list[TextCall] = []
    bare = end == "]" and block.opening == _LIST
    while True:
        yield from block.blanks()
        if calls and (yield from block.optional(end)):
            return calls
        name = yield from block.run(_NAME)
        if not name or (bare and name not in block.offered):
            yield from block.wait()
            raise NotACall
        yield from block.blanks()
        yield from block.expect("(")
        text = yield from block.extent(arguments_scan())
        calls.append(TextCall(name, exact_json.dumps(keywords(text[:-1]))))
        yield from block.blanks()
        yield from block.optional(",")


def keywords(text: str) -> dict[str, Json]:
    """Return the values of keyword arguments.

    Raises ``NotACall`` for other arguments, and for values that are not literals.
    """
    values: list[tuple[str, Json]] = []
    for piece in _split(text):
        key, equals, value = piece.partition("=")
        if not equals or not _KEY.fullmatch(key.strip()):
            raise NotACall
        values.append((key.strip(), _literal(value.strip())))
    return from_pairs(values)


def _split(text: str) -> Iterator[str]:
    """Yield the pieces between commas. Commas in brackets and strings do not count."""
    start = depth = 0
    for token in _PIECE.finditer(text):
        char = token.group()
        if char == "," and not depth:
            yield text[start : token.start()]
            start = token.end()
        elif len(char) == 1:
            depth += (char in "([{") - (char in ")]}")
    if text[start:].strip():
        yield text[start:]


def _literal(text: str) -> Json:
    """Return the value of a Python literal. The words true, false and null are allowed, too. Raises ``NotACall`` for
    any other text.
    """
    one_line = _STRINGS.sub(lambda found: found.group().replace("\n", "\\n").replace("\r", "\\r"), text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(one_line, mode="eval")
        return _value(tree.body, [line.encode() for line in _LINE_END.split(one_line)])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotACall from None


def _value(node: ast.expr, lines: Sequence[bytes]) -> Json:
    match node:
        case ast.Constant(value=str() | bool() | None):
            return node.value
        case (
            ast.Constant(value=int() | float())
            | ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float()))
        ):
            return _number(node, lines)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_value(item, lines) for item in items]
        case ast.Dict(keys=keys, values=values):
            return {_key(key): _value(value, lines) for key, value in zip(keys, values, strict=True)}
        case ast.Name(id=word) if word in _WORDS:
            return _WORDS[word]
        case _:
            raise NotACall


def _key(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotACall


def _number(node: ast.expr, lines: Sequence[bytes]) -> Json:
    """Return a number, spelled as in the text if JSON allows this.

    ``lines`` are the lines of the text. Raises ``NotACall`` for a number that JSON cannot express.
    """
    try:
        text = lines[node.lineno - 1][node.col_offset : node.end_col_offset]
        return exact_json.loads(text if node.lineno == node.end_lineno else "")
    except JsonError:
        value: Any = ast.literal_eval(node)
        try:
            exact_json.dumps(value)
        except TypeError:
            raise NotACall from None
        return value


def _render(calls: Sequence[ToolCall]) -> str:
    return f"[{', '.join(map(_render_call, calls))}]"


def _render_call(call: ToolCall) -> str:
    given = arguments.to_object(writable(call).arguments, call.name)
    for name in (call.name, *given):
        if not _KEY.fullmatch(name):
            raise Inexpressible(f"expected a Python name for each tool and argument, got {name!r}")
    return f"{call.name}({', '.join(f'{key}={_python(value)}' for key, value in given.items())})"


def _python(value: Json) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_python(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_python, value))}]"
    return repr(value)


PYTHONIC = TextFormat(
    name="pythonic",
    title="Llama 4, Llama 3.2 small, ToolACE, OLMo 3, LFM2",
    source="Meta's prompt formats of Llama 4; vLLM, tool_parsers/pythonic_tool_parser.py",
    aliases=("llama4_pythonic", "llama4", "olmo3", "lfm2"),
    vllm=("pythonic", "llama4_pythonic", "olmo3", "lfm2"),
    sglang=("pythonic", "lfm2"),
    in_part={"vllm": ("olmo3", "lfm2"), "sglang": ("lfm2",)},
    llama_cpp=("LFM2",),
    openings=(Opening(_LIST, "line"), *map(Opening, _WRAPPERS)),
    markers=("<|python_start|>", "<|tool_call_start|>"),
    reasoning=THINK,
    tokens=("<|python_start|>", "<|python_end|>"),
    noise=("<|eom|>", "<|eot|>", "<|eot_id|>", "<|im_end|>"),
    read=_read,
    render=_render,
)

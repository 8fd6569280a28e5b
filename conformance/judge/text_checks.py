"""Checks of adapters that read calls in a model's text.

Each check compares the adapter's reading with the answer that was written as text.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from itertools import groupby
from operator import itemgetter
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from conformance.judge import arguments, kind, wording
from conformance.judge.finding import Finding, Level
from toolwire.model import Json, Part, Reasoning, Response, Text, ToolCall
from toolwire.wire import exact_json

Way = Literal[
    "whole", "tagged", "texted", "spoken", "mentioned", "unfit", "retyped", "scalar", "spelled", "respelled",
    "named", "repeated", "cut", "quoted",
]  # fmt: skip
"""The way in which an answer is changed before a reader gets it.

``whole``: the answer is unchanged. ``tagged``: values of the answer contain tags. ``texted``: values are replaced by
texts that a reader may misread, such as a text that looks like a number. ``spoken``: the answer has another text, which
resembles a call. ``mentioned``: the answer's text mentions a marker or a call. ``unfit``: the calls have arguments that
their tool's schema does not allow. ``retyped``: values have other types than in the schema. ``scalar``: the calls also
have a boolean, numbers and a list. ``spelled``: the JSON of the arguments has another spelling. ``respelled``: the
schema of each argument has another spelling. ``named``: the tools have other names. ``repeated``: the last call occurs
several times. ``cut``: the answer ends early. ``quoted``: the answer is an example in a code fence.
"""
STRIPPED: Final = "stripped"
"""The kind of a difference: the arguments have only lost white space around their texts."""
MERGED: Final = "merged"
"""The kind of a difference: neighbouring calls are read as a single call, whose name joins their names."""
UNKNOWN_TOOL: Final = "unknown-tool"
"""The kind of a difference: calls are lost, but only calls of tools that were not offered."""
_BROKEN: Final = "broken"
"""The kind of a difference: the arguments are read as a text that is not JSON."""
_THIRD: Final = "2026-11-23"
_FOURTH: Final = "2026-11-30"


class ExpectedAnswer(msgspec.Struct, frozen=True):
    """The right reading of an answer: the parts from which its text was written."""

    parts: tuple[Part, ...]
    """The text, the reasoning, and the calls without ids, in order."""
    offered: frozenset[str] = frozenset()
    """The names of the tools that were offered."""
    streamed: bool = False
    """True if the answer was given in pieces."""


Find: TypeAlias = Callable[[ExpectedAnswer, Response], Iterator[Finding]]


def _lenient(find: Find) -> Find:
    """Return ``find`` as a check that only warns if the text after calls is lost as a whole, or read before the calls.

    Parsers treat this text differently, and an answer in the form of OpenAI's chats has no order of text and calls.
    """

    @wraps(find)
    def found(expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
        findings = list(find(expected, got))
        is_lenient = findings and not all(any(find(other, got)) for other in _without_text_after_calls(expected))
        yield from (replace(each, level="SHOULD") for each in findings) if is_lenient else findings

    return found


def _without_text_after_calls(expected: ExpectedAnswer) -> Iterator[ExpectedAnswer]:
    """Yield two variants of the right reading: without the text after calls, and with this text before the calls."""
    first = next(
        (place for place, part in enumerate(expected.parts) if isinstance(part, ToolCall)), len(expected.parts)
    )
    before, behind = expected.parts[:first], expected.parts[first:]
    texts = tuple(part for part in behind if isinstance(part, Text))
    rest = tuple(part for part in behind if not isinstance(part, Text))
    for moved in ((), texts):
        yield replace(expected, parts=(*before, *moved, *rest))


class TextCheck(msgspec.Struct, frozen=True):
    """A check of an adapter's reading of an answer in a text format."""

    name: str
    title: str
    way: Way
    asks: tuple[Find, ...]
    level: Level = "MUST"
    since: str = "2026-11-22"
    """The edition of the suite that added the check. An edition is a date."""


def calls(expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    """Check that every call is read, in order, with its name and its arguments.

    The same JSON in a different spelling is equal.
    """
    yield from _unlike(_handed_out(expected.parts), expected, got)


@_lenient
def content(expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    """Check that the reading has exactly the text around calls and reasoning, no parts of another kind, and no error.

    White space at the ends of the text is ignored, because templates add some.
    """
    yield from _other("text", Text, expected, got)
    for place, part in enumerate(got.parts):
        if not isinstance(part, Text | Reasoning | ToolCall):
            message = f"expected text, reasoning or a call, got a part of the type {type(part).__name__}"
            yield Finding(path=f"parts/{place}", message=message, kind="added")
    if got.error is not None:
        message = f"expected no error, got {wording.shown(got.error.message)}"
        yield Finding(path="error", message=message, kind="added")


def reasoning(expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    """Check that the reading has exactly the reasoning of the answer, separated from the text."""
    yield from _other("reasoning", Reasoning, expected, got)


@_lenient
def order(expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    """Check that text, reasoning and calls are read in the order in which they were written.

    Other checks report missing and different parts.
    """
    written, found = _outline(expected.parts), _outline(got.parts)
    kinds = [each for each, _ in found]
    if kinds != [each for each, _ in written if each in kinds]:
        yield Finding(path="order", message=f"expected {_format_outline(written)}, got {_format_outline(found)}")
    elif (
        len(written) == len(found)
        and written != found
        and not any((*content(expected, got), *reasoning(expected, got)))
    ):
        texts = [[text for _, text in outline if text] for outline in (written, found)]
        yield Finding(path="order", message=f"around calls: {wording.expected_got(*texts)}")


def cut(expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    """Check the reading of an answer that ends early. The calls of the reading must be the first calls of the whole
    answer, unchanged and in order.

    A finding is only a SHOULD if the answer was streamed, and the only fault is that the last call has no arguments, or
    the beginning of their JSON: the reader has shown this part before the answer ended.
    """
    findings = tuple(_unlike_first(expected, got))
    is_begun = expected.streamed and not any(_unlike_first(expected, _without_begun(expected, got)))
    yield from (replace(each, level="SHOULD") for each in findings) if is_begun else findings


def _unlike_first(expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    written, found = _handed_out(expected.parts), _handed_out(got.parts)
    yield from _unlike(written[: len(found)], expected, got)


def _without_begun(expected: ExpectedAnswer, got: Response) -> Response:
    """Return a reading without its last call, if this call has the written name, and no arguments or the beginning of
    their JSON.
    """
    written, found = _handed_out(expected.parts), _handed_out(got.parts)
    if not 0 < len(found) <= len(written) or found[-1].name != written[len(found) - 1].name:
        return got
    text = found[-1].arguments.text
    if text.strip() and not arguments.ends_early(text):
        return got
    return replace(got, parts=tuple(part for part in got.parts if part is not found[-1]))


def kept(expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    """Check, for an answer that ends inside a call, that the text and the reasoning before the call are read.

    The reading may have more text after them, because a reader may show the cut call as text.
    """
    for word, of in (("text", Text), ("reasoning", Reasoning)):
        written = "".join(text for part, text in _outline(expected.parts) if part is of)
        read = "".join(part.text for part in got.parts if isinstance(part, of)).strip()
        if not read.startswith(written):
            yield Finding(path=word, message=wording.expected_got(written, read))


def uncut(_: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    """Check that no call of a whole answer is marked as cut."""
    read = [part.name for part in got.parts if isinstance(part, ToolCall) and not part.complete]
    if read:
        message = f"expected no call that is cut, got {wording.shown(read)}: the answer does not end early"
        yield Finding(path="calls/*/complete", message=message)


def ids(_: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    """Check that no two calls have the same id. A call without an id is right."""
    read = [call.id for call in _handed_out(got.parts) if call.id]
    if len({*read}) < len(read):
        message = f"expected a different id for each call, or no id, got {wording.shown(read)}"
        yield Finding(path="calls/*/id", message=message, kind="repeated")


def quoted(_: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    """Check that no call is read from an example in a code fence."""
    named = [call.name for call in _handed_out(got.parts)]
    if named:
        message = f"expected no call, got {wording.shown(named)}: a call inside a code fence is only quoted"
        yield Finding(path="calls", message=message)


EVERYTHING: Final = (calls, content, reasoning, order)
SHOWN: Final[Mapping[Find, tuple[str, str]]] = {
    order: ("order", "the order of text and calls"),
    ids: ("ids", "the ids of calls"),
}
"""The functions whose findings need something that not every adapter shows. Each function comes with the word for it in
``Hello.shows``, such as ``ids``, and with a description.
"""
RAISED: Final = "read_text"
"""The path of a finding which reports that the reader raised an exception."""
EXPRESSED: Final = "expressed"
"""The name of the check that shows whether a text format can express a scenario. The check does not judge a reader."""
TEXT_CUT: Final = TextCheck("text-cut", "If the text ends inside a call, the call is never returned", "cut", (cut,))
TEXT_TAGGED: Final = TextCheck("text-tag-in-value", "A tag in a value is part of the value", "tagged", EVERYTHING)
TEXT_CHECKS: Final = (
    TextCheck("text-calls", "The calls in the text are read correctly", "whole", (calls,)),
    TextCheck("text-content", "The text around calls is read correctly", "whole", (content,)),
    TextCheck("text-reasoning", "Reasoning is separated from the text", "whole", (reasoning,)),
    TextCheck("text-order", "Text, reasoning and calls keep their order", "whole", (order,)),
    TextCheck("text-uncut", "No call of a whole answer is marked as cut", "whole", (uncut,), since=_FOURTH),
    TextCheck("text-ids", "No two calls have the same id", "whole", (ids,), since=_FOURTH),
    TEXT_TAGGED,
    TextCheck("text-values", "A text in a value is read correctly", "texted", (calls,), since=_THIRD),
    TextCheck("text-lookalikes", "A text that resembles a call is read as text", "spoken", EVERYTHING, since=_FOURTH),
    TextCheck(
        "text-mentions",
        "A text that mentions a marker or a call is read as text",
        "mentioned",
        EVERYTHING,
        level="SHOULD",
        since=_FOURTH,
    ),
    TextCheck(
        "text-unfit-arguments",
        "Arguments that the tool's schema does not allow are read correctly",
        "unfit",
        (calls,),
        since=_FOURTH,
    ),
    TextCheck(
        "text-types",
        "Values keep the types that are written, also if the tool's schema has other types",
        "retyped",
        (calls,),
        level="SHOULD",
        since=_FOURTH,
    ),
    TextCheck(
        "text-scalars",
        "Booleans, numbers, and lists with a single item are read correctly",
        "scalar",
        (calls,),
        since=_FOURTH,
    ),
    TextCheck("text-json", "Arguments in JSON are read in any spelling", "spelled", (calls,), since=_FOURTH),
    TextCheck(
        "text-schemas",
        "Values are read correctly, also if the tool's schema combines types or refers to them",
        "respelled",
        (calls,),
        since=_FOURTH,
    ),
    TextCheck("text-names", "Names of tools are read correctly, short or long", "named", (calls,)),
    TextCheck("text-equal-calls", "A call that is equal to another call is read, too", "repeated", (calls,)),
    TEXT_CUT,
    TextCheck(
        "text-before-cut",
        "If the text ends inside a call, the text and the reasoning before the call are read",
        "cut",
        (kept,),
        since=_FOURTH,
    ),
    TextCheck(
        "text-quoted",
        "A call that is quoted in a code fence is read as text",
        "quoted",
        (quoted, content),
        level="SHOULD",
    ),
)
"""The checks in the order of reports.

``text-quoted`` and ``text-mentions`` only warn, because no vendor documents the meaning of a marker in a code fence or
a sentence. If the marker is a token, the model may have meant a call when it emitted this token. ``text-types`` only
warns, because some parsers repair types on purpose: vLLM 0.32.0 converts texts to numbers and numbers to texts in the
arguments of Mistral, Kimi K2 and Granite. It does not convert texts to lists, and fills in no defaults
(``parser/engine/parser_engine.py``, ``tool_parsers/utils.py``, read 2026-11-30).
"""
FAULTS: Final = {
    "cut/given-out": "The text ends inside a call, and the call is returned",
    "cut/given-out/calls": "The text ends inside a call, and the call is returned with a part of its name",
    "cut/given-out/call.arguments": "The text ends in a call, and the call is returned without all of its arguments",
    "tag-in-value/opening": "The format's own opening marker inside a value ends the call, or starts a new call",
    "tag-in-value/closing": "The format's own closing marker inside a value ends the call, or breaks it",
    "tag-in-value/reasoning": "A think marker inside a value turns the rest of the call into reasoning, or is lost",
    "tag-in-value/other": "A marker of another format inside a value is read as a marker",
    "values/stripped": "The white space around a text in a value is lost",
    "values/call.arguments/retyped": "The text {expected} becomes {actual}",
    "values/call.arguments/changed": "The text {expected} becomes {actual}",
    "values/call.arguments/cut": "The text {expected} becomes {actual}",
    "values/call.arguments/extended": "The text {expected} becomes {actual}",
    "values/call.arguments": "A text in a value is misread",
    "values/calls": "A call is misread because of a text in its value",
    "lookalikes/calls/added": "A text that resembles a call is read as a call",
    "lookalikes/calls": "A call is misread because of the text before it",
    "lookalikes/text/lost": "A text that resembles a call is lost",
    "lookalikes": "A text with several lines, escapes, JSON or tags is misread",
    "mentions/calls/added": "A text that mentions a call is read as a call",
    "mentions": "A text that mentions a marker or a call is misread",
    "unfit-arguments/call.arguments/added": "An argument that the model left out is added",
    "unfit-arguments/call.arguments/retyped": "An argument {expected} becomes {actual}",
    "unfit-arguments/calls": "A call is lost because its arguments do not fit the tool's schema",
    "unfit-arguments": "Arguments that do not fit the tool's schema are lost or misread",
    "before-cut": "The text ends inside a call, and the text or the reasoning before the call is misread",
    "scalars/call.arguments/retyped": "An argument {expected} becomes {actual}",
    "scalars/call.arguments/changed": "An argument {expected} becomes {actual}",
    "scalars": "A boolean, a number, or a list with a single item is misread",
    "json": "Arguments in JSON are misread because of their spelling",
    "schemas": "A value is lost or changed because the tool's schema combines types or refers to them",
    "types": "A value that does not have the type in the tool's schema is lost or changed",
    "in-large-pieces": "The text is misread if it comes in large pieces",
    "with-empty-pieces": "The text is misread if some of its pieces are empty",
    "in-pieces": "The text is misread if it comes in pieces",
    "behind-text": "An answer after other text is misread",
    "before-text/text/lost": "The text after calls is lost",
    "before-text": "An answer before a text is misread",
    "in-reasoning/calls": "A call inside the reasoning is read as a call",
    "in-reasoning": "Reasoning that contains a call is misread",
    "twice/text": "The text between calls is lost or misread",
    "twice": "An answer that occurs twice is misread",
    "names/calls": "A call is misread because of the name of its tool",
    "equal-calls/merged": "Calls of the same tool are merged into a single call",
    "equal-calls/calls/lost": "A call that is equal to another call is lost",
    "equal-calls/calls": "A call that is equal to another call is misread",
    "unknown-tool/lost": "A call of a tool that was not offered is lost",
    "calls/calls/lost": "A call is not read",
    "calls/calls/added": "A call is read that was not written",
    "calls/calls": "A call is read with a wrong name",
    "calls/call.arguments/lost": "Arguments of a call are lost",
    "calls/call.arguments/retyped": "An argument {expected} becomes {actual}",
    "calls/call.arguments/changed": "An argument {expected} becomes {actual}",
    "calls/call.arguments": "The arguments of a call are misread",
    "calls/call.kind": "A call is read as a call of another kind of tool",
    "content/text/lost": "The text around calls is lost",
    "content/text/added": "Text is shown that was not written",
    "content/text/extended": "More text is shown than was written",
    "content/text": "The text around calls is misread",
    "content/parts": "A part is read that is no text, no reasoning and no call",
    "content/error": "An error is reported, but the text has none",
    "reasoning/reasoning/lost": "Reasoning is lost",
    "reasoning/reasoning": "Reasoning is misread",
    "uncut": "A call is marked as cut, although the answer does not end early",
    "ids": "Calls have the same id",
    "order/order": "Text, reasoning and calls are read in a wrong order",
}
"""The descriptions of faults. Each key is the beginning of a fault's id, without ``text/``. If several keys match an
id, the longest key counts.

An id that begins with ``cut/given-out`` ends with the field that shows the fault. ``{expected}`` and ``{actual}`` are
the first values that differ.
"""


def _handed_out(parts: Iterable[Part]) -> list[ToolCall]:
    return [part for part in parts if isinstance(part, ToolCall) and part.complete]


def _unlike(written: list[ToolCall], expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    found = _handed_out(got.parts)
    names, read = [call.name for call in written], [call.name for call in found]
    if read != names:
        message = f"calls: {wording.expected_got(list[Json](names), list[Json](read))}"
        yield Finding(path="calls", message=message, kind=_other_calls(names, read, expected))
        return
    for place, (call, right) in enumerate(zip(found, written, strict=True)):
        if call.kind != right.kind:
            yield Finding(path=f"calls/{place}/kind", message=wording.expected_got(right.kind, call.kind))
        how = _other_arguments(right.arguments.text, call.arguments.text)
        if how is not None:
            message = wording.arguments_instead(right.arguments.text, call.arguments.text)
            yield Finding(path=f"calls/{place}/arguments", message=f"{call.name}: {message}", kind=how)
        elif call.arguments.form not in ("object", "empty"):
            message = f"{wording.shown(right.arguments.text)} is shown as {call.arguments.form}"
            yield Finding(path=f"calls/{place}/arguments/form", message=f"{call.name}: {message}")
        elif call.arguments.value is not None and not arguments.same(
            arguments.value(call.arguments.text), call.arguments.value
        ):
            message = wording.arguments_instead(call.arguments.text, exact_json.dumps(call.arguments.value))
            yield Finding(path=f"calls/{place}/arguments/value", message=f"{call.name}: {message}")


def _other_calls(names: list[str], read: list[str], expected: ExpectedAnswer) -> str:
    """Return the kind of the difference between the expected names of calls and the names that were read.

    Calls that were read as a single call may include a call that is cut. So their names are joined in the whole answer.
    """
    lost, added = Counter(names) - Counter(read), Counter(read) - Counter(names)
    whole = [call.name for call in _handed_out(expected.parts)]
    joined = {"".join(whole[start:end]) for end in range(len(whole) + 1) for start in range(end - 1)}
    if joined & added.keys():
        return MERGED
    if lost and not added and not expected.offered & lost.keys():
        return UNKNOWN_TOOL
    return kind.between(list[Json](names), list[Json](read))


def _other_arguments(written: str, read: str) -> str | None:
    """Return the kind of the difference between the written arguments of a call and the read arguments. None if they
    are equal.
    """
    expected, got = arguments.value(written), arguments.value(read)
    if arguments.same(expected, got):
        return None
    if isinstance(got, str) and got == read:
        return "cut" if arguments.ends_early(read) else _BROKEN
    return STRIPPED if arguments.same(_stripped(expected), _stripped(got)) else kind.between(expected, got)


def _stripped(value: Json) -> Json:
    """Return a value without white space around the texts in it."""
    match value:
        case str():
            return value.strip()
        case dict():
            return {key: _stripped(inner) for key, inner in value.items()}
        case list():
            return [_stripped(inner) for inner in value]
    return value


def _other(word: str, of: type[Text | Reasoning], expected: ExpectedAnswer, got: Response) -> Iterator[Finding]:
    read = "".join(part.text for part in got.parts if isinstance(part, of))
    texts = [text for part, text in _outline(expected.parts) if part is of]
    if not re.fullmatch(r"\s*".join(["", *map(re.escape, texts), ""]), read):
        yield Finding(path=word, message=wording.expected_got(" … ".join(texts), read.strip()))


def _outline(parts: Iterable[Part]) -> list[tuple[type, str]]:
    """Return the kinds of the parts in order, each with its text.

    Neighbouring parts of the same kind are joined, and outer blanks are removed. Calls have no text.
    """
    there = [(each, text) for each, text in _joined(_spoken(parts)) if each is ToolCall or text.strip()]
    return [(each, text.strip()) for each, text in _joined(there)]


def _spoken(parts: Iterable[Part]) -> Iterator[tuple[type, str]]:
    for part in parts:
        if isinstance(part, Text | Reasoning) and part.text:
            yield type(part), part.text
        elif isinstance(part, ToolCall) and part.complete:
            yield ToolCall, ""


def _joined(parts: Iterable[tuple[type, str]]) -> Iterator[tuple[type, str]]:
    for each, some in groupby(parts, itemgetter(0)):
        yield each, "".join(text for _, text in some)


def _format_outline(outline: list[tuple[type, str]]) -> str:
    words: dict[type, str] = {Text: "text", Reasoning: "reasoning", ToolCall: "calls"}
    return ", ".join(words[each] for each, _ in outline) or "nothing"

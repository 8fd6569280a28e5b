"""Stand-ins for models that write calls in their text. They write a scripted turn as a model does in a text format.

The templates are data (``text_formats.yaml``). They are written from the vendors' templates, and do not depend on any
parser.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import yaml

from conformance.standins.script import Turn, TurnCall
from toolwire.json_value import Json
from toolwire.wire import exact_json

if TYPE_CHECKING:
    from jinja2 import Template

_MARKER: Final = re.compile(r"<[^<>]+>|\[\w+\]")
_SHAPED: Final = "the text is a call only if it has the name of an offered tool"


class CannotSay(Exception):
    """An error for a turn that the format cannot express. ``str()`` is the reason."""


class Frames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The markers that a format puts around the text of an answer. The text replaces ``{}`` in the markers."""

    text: str
    """The markers around the text of an answer with calls."""
    last: str
    """The markers around the text of an answer without calls."""
    joint: str = ""
    """The separator between reasoning, text and calls."""


class Written(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The form in which models write calls and reasoning in a text format."""

    source: str
    retrieved: str
    """The date on which the source was read."""
    calls: str
    """A Jinja template that writes the calls."""
    between: str = ""
    """The separator between text and calls."""
    thinks: tuple[str, str] | None = None
    """The markers around reasoning; None if models of the format show none."""
    apart: bool = False
    """True if a call inside of reasoning does not end the reasoning, according to the parsers of vLLM and of SGLang."""
    frames: Frames | None = None
    one_call: bool = False
    alone: bool = False
    """True if an answer with calls has no text."""
    ends: bool = False
    """True if calls end an answer, because any text after them would be read as arguments."""
    ends_values: str | None = None
    """The marker that ends a value. Text in values is not escaped, so it cannot contain the marker. None if values are
    escaped."""
    names: str = ".+"
    """A regular expression for the tool names that the format can express."""
    shaped: bool = False
    """True if a text is a call only if it has the name of an offered tool, and arguments that fit the tool's schema."""
    not_offered: str | None = None
    """The reason why a call to a tool that was not offered cannot be read. None if such a call can be read, or if
    ``shaped`` is the reason.
    """
    typed: bool = False
    """True if markers show where a call is, and the call's text shows the types of its values, for example as JSON."""


@cache
def written() -> dict[str, Written]:
    """Return the form of calls and reasoning in each text format, by the format's name."""
    data = yaml.load((files("conformance.standins") / "text_formats.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return msgspec.convert(data, dict[str, Written])


def write(name: str, turn: Turn, offered: Collection[str]) -> str:
    """Return the text that a model writes for a turn in the text format ``name``. Raises ``CannotSay`` if the format
    cannot express the turn.

    ``offered`` has the names of the tools that were offered to the model.
    """
    how = written()[name]
    not_offered = _SHAPED if how.shaped else how.not_offered
    if not_offered is not None and any(call.name not in offered for call in turn.calls):
        raise CannotSay(not_offered)
    if how.one_call and len(turn.calls) > 1:
        raise CannotSay("an answer has at most one call")
    if how.alone and turn.calls and turn.text:
        raise CannotSay("an answer has either calls or text")
    if any(call.custom for call in turn.calls):
        raise CannotSay("the arguments of a call are an object, not a free-form text")
    if not all(re.fullmatch(how.names, call.name) for call in turn.calls):
        raise CannotSay(f"names of tools must match {how.names}")
    ends = how.ends_values
    if ends is not None and any(
        ends in text for call in turn.calls for text in _texts(exact_json.loads(call.arguments))
    ):
        raise CannotSay(f"a value cannot contain {ends}, because this marker ends the value")
    calls = _template(how.calls).render(calls=list(_calls(turn))) if turn.calls else ""
    if turn.reasoning and how.thinks is None:
        raise CannotSay("models of this format show no reasoning")
    opening, closing = how.thinks or ("", "")
    reasoning = f"{opening}{turn.reasoning}{closing}" if turn.reasoning else ""
    if how.frames is not None:
        frame = how.frames.text if calls else how.frames.last
        framed = frame.format(turn.text) if turn.text else ""
        return how.frames.joint.join(filter(None, (reasoning, framed, calls)))
    return f"{reasoning}{turn.text}{how.between if turn.text and calls else ''}{calls}"


class Markers(NamedTuple):
    """The markers that the suite puts into the text of a call's argument, where a parser must read them as plain text.

    A marker is the text with which a format begins or ends a call or reasoning, such as ``<think>``. Each marker is on
    a single line.
    """

    opening: str
    """The format's marker before a call."""
    closing: str
    """The format's marker after a call."""
    whole: str
    """A whole call, as the format writes it."""
    reasoning: tuple[str, ...]
    """The format's markers before and after reasoning."""
    akin: str
    """The opening markers of other formats that contain a marker of this format. Each is on its own line.

    "" if no such marker exists.
    """
    other: str
    """The opening markers of all remaining formats. Each is on its own line."""


def markers(name: str, call: TurnCall) -> Markers:
    """Return the markers of the text format ``name``, and the opening markers of all other formats.

    ``call``: the call that becomes ``Markers.whole``. Raises ``CannotSay`` if the format cannot express the call.
    """
    whole = write(name, Turn.usual(calls=(call,)), [call.name])
    thinks = written()[name].thinks or ("<think>", "</think>")
    opening, closing = _around(name)
    own = _MARKER.findall(f"{opening} {closing}") or [mark for mark in "[]" if mark in f"{opening}{closing}"]
    others = dict.fromkeys(_around(other)[0] for other in written() if other != name)
    akin = [marker for marker in others if any(mark in marker for mark in own)]
    rest = [marker for marker in others if marker not in akin]
    return Markers(
        opening=opening,
        closing=closing,
        whole=_on_a_line(whole),
        reasoning=tuple(map(_on_a_line, thinks)),
        akin="\n".join(akin),
        other="\n".join(rest),
    )


def first_marker(name: str) -> str:
    """Return the marker with which the calls of a format begin. "" if they do not begin with a marker."""
    found = _MARKER.match(_around(name)[0])
    return found[0] if found else ""


@cache
def _around(name: str) -> tuple[str, str]:
    """Return the text that the format puts before the name of a call, and the text after the call's last value."""
    whole = write(name, Turn.usual(calls=(TurnCall(name="look_up", arguments='{"word": "tag"}'),)), ["look_up"])
    return _on_a_line(whole.partition("look_up")[0]), _on_a_line(whole.rpartition("tag")[2])


def _on_a_line(text: str) -> str:
    return " ".join(text.split())


def _texts(value: Json) -> Iterator[str]:
    """Yield each string inside a JSON value."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(inner)


def _calls(turn: Turn) -> Iterable[dict[str, Json]]:
    for place, call in enumerate(turn.calls):
        value = exact_json.loads(call.arguments)
        yield {
            "name": call.name,
            "arguments": call.arguments,
            "place": place,
            "value": value,
            "pairs": [
                {
                    "key": key,
                    "text": inner if isinstance(inner, str) else exact_json.dumps(inner, spaced=True),
                    "json": exact_json.dumps(inner, spaced=True),
                    "python": _python(inner),
                    "is_text": isinstance(inner, str),
                    "type": _kind(inner),
                }
                for key, inner in value.items()
            ],
        }


def _kind(value: Json) -> str:
    """Return the name of a value's JSON type."""
    if isinstance(value, dict | list):
        return "object" if isinstance(value, dict) else "array"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    return "null" if value is None else "number"


def _python(value: Json) -> str:
    """Return a value as Python writes it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_python(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_python, value))}]"
    return value.text if isinstance(value, exact_json.Number) else repr(value)


@cache
def _template(text: str) -> "Template":
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=False, undefined=StrictUndefined, keep_trailing_newline=True)  # noqa: S701
    environment.filters["json"] = exact_json.dumps
    environment.filters["attribute"] = lambda value: value.replace("&", "&amp;").replace('"', "&quot;")
    return environment.from_string(text)

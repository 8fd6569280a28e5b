"""The ledger of losses: the parts of conversations that are lost when a conversation is translated into another
dialect.

For each pair of dialects, every recorded request is translated from the first dialect to the second and back. A loss is
a difference between the original request and the request that came back. The ledger lists each loss as a pointer into
the original request.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from conformance.data import cassettes_folder
from conformance.judge import arguments, schemas
from conformance.judge.finding import Finding
from conformance.judge.request_match import differences
from conformance.judge.rules import violations
from conformance.recording.cassette import Cassette, CassetteName
from conformance.scenarios import load as load_scenario
from toolwire import Normalizer, Note
from toolwire.client import documents
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.transplant import transplant
from toolwire.model import (
    Approval,
    ApprovalRequest,
    CustomTool,
    File,
    ProviderPart,
    ProviderTool,
    Reasoning,
    Request,
    Text,
    ToolCall,
    ToolResult,
    Unknown,
    own_tools,
    walk,
)
from toolwire.providers import load, owner, rules, wire_format
from toolwire.providers.mapping import Aside
from toolwire.providers.wire_format import Loss
from toolwire.wire import exact_json, pointer
from toolwire.wire.exchange import WireRequest

_BASE = "http://127.0.0.1/v1"
_OWN = (Reasoning, ApprovalRequest, Approval, ProviderPart, ProviderTool, Unknown)


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded request that was moved to another dialect and back."""

    source: str
    target: str
    scenario: str
    broken: tuple[Finding, ...]
    """The findings on the translated request: violations of the target dialect's rules, and of its schema."""
    kept: bool
    """True if the calls came back with the same names and arguments, in the same order, and the results came back with
    the same texts, for the same calls.
    """
    lost: tuple[tuple[str, str], ...]
    """Pointers to the differences in the request of the source dialect. Each has its reason, or "" if no reason is
    known.
    """
    unnoted: tuple[str, ...] = ()
    """Pointers to those differences that are not explained by a note of the normalizer for the target dialect."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the ledger: a part of a dialect's requests that is lost in the dialects ``targets``, with the
    reason.
    """

    source: str
    at: str
    why: str
    targets: tuple[str, ...]
    requests: int


def every() -> Iterator[Moved]:
    """Yield the moves of the recorded requests of every dialect to every other dialect that can express them."""
    for source in DIALECTS:
        yield from moved(source)


def moved(source: str) -> Iterator[Moved]:
    """Move recorded requests of the dialect ``source`` to every other dialect that can express them, and back. Yield
    each move.

    The requests are the last requests of the plain cassettes of the dialect's owner. Requests that the owner refuses
    are left out.
    """
    for path in sorted((cassettes_folder() / owner(source) / source).glob("*.plain.yaml")):
        name = CassetteName.of(path)
        if load_scenario(name.scenario).refused:
            continue
        leaving = _leaving(Cassette(path).exchanges[-1].request, source, name.scenario)
        for target in DIALECTS:
            if target != source and _can_express(target, leaving.read):
                yield _move(leaving, target)


def _can_express(target: str, read: Request) -> bool:
    """Return whether the target dialect can express a request.

    It cannot if the request has free-form tools or documents that the target dialect lacks. It also cannot if the
    request continues an answer or a conversation that only the original provider stores.
    """
    expresses = wire_format(owner(target), target).expresses
    custom = any(isinstance(tool, CustomTool) for tool in own_tools(read.tools))
    files = any(isinstance(part, File) for part in walk(read))
    is_whole = read.continues is None and read.conversation is None
    return is_whole and (expresses.custom_tools or not custom) and (expresses.files or not files)


def move(recorded: WireRequest, source: str, target: str, scenario: str) -> Moved:
    """Translate a recorded request from the dialect ``source`` to ``target`` and back, and return the result."""
    return _move(_leaving(recorded, source, scenario), target)


class _Leaving(msgspec.Struct, frozen=True, kw_only=True):
    """A request that is moved to other dialects."""

    source: str
    scenario: str
    read: Request
    rest: WireRequest
    """The request without the parts that only the provider itself understands."""
    stayed: tuple[tuple[str, str], ...]
    """Pointers to the parts that cannot move to another dialect, with the reasons. If the pointer to any such part is
    not known, the last item is ``("", "")``.
    """


def _leaving(recorded: WireRequest, source: str, scenario: str) -> _Leaving:
    read = dialect(source).read_request(recorded)
    stayed = [*_stayed(exact_json.loads(recorded.body), wire_format(owner(source), source).losses)]
    if len(stayed) != _own(read):
        stayed.append(("", ""))
    rest = dialect(source).write_request(_without_its_own(read), _BASE)
    return _Leaving(source=source, scenario=scenario, read=read, rest=rest, stayed=tuple(stayed))


def _move(leaving: _Leaving, target: str) -> Moved:
    source, read = leaving.source, leaving.read
    moved = transplant(read, target)
    sent = dialect(target).write_request(moved.request, _BASE)
    back = transplant(dialect(target).read_request(sent), source, ids=moved.ids)
    returned = dialect(source).write_request(_with_settings(back.request, read), _BASE)
    form = wire_format(owner(source), source)
    changes = differences(msgspec.structs.replace(returned, url=leaving.rest.url), leaving.rest, form.equal)
    lost = (*leaving.stayed, *((change.path, _reason(change.path, form.losses)) for change in changes))
    return Moved(
        source=source,
        target=target,
        scenario=leaving.scenario,
        # The conversation moves to a model of the target, but the moved request still names the source's model.
        broken=tuple(_broken(sent, target, load(owner(target)).dialects[target].model)),
        kept=_meaning(read) == _meaning(back.request),
        lost=lost,
        unnoted=tuple(_unnoted([path for path, _ in lost], source, _notes(read, source, target))) if lost else (),
    )


def _notes(read: Request, source: str, target: str) -> list[Note]:
    """Convert a request to the target dialect with a ``Normalizer``, and return the notes of the ``Normalizer``.

    ``read``: the request. ``source``: the dialect of the request.
    """
    normalizer = Normalizer(target, base_url=_BASE)
    asked = normalizer.taken(read, of=source)
    return [*asked.notes, *normalizer.request(asked.request, beside=asked.beside).notes]


def _unnoted(lost: list[str], source: str, notes: list[Note]) -> Iterator[str]:
    """Yield those pointers in ``lost`` that no note explains. ``source``: the dialect of the request.

    A note explains a loss in the messages or in the tools if the note is about the same part of the request. A note on
    the tool choice, on parallel calls or on the tools explains any other loss.
    """
    places = documents.places(source)
    for path in lost:
        about: tuple[str, ...] = ("/tool_choice", "/parallel_tool_calls", "/tools")
        if any(pointer.is_within(path, place) for place in places.history):
            about = ("/messages",)
        elif any(pointer.is_within(path, place) for place in places.tools):
            about = ("/tools",)
        if not any(note.where.startswith(about) for note in notes):
            yield path


def _without_its_own(request: Request) -> Request:
    """Return the request without the parts and tools that only the provider itself understands."""
    messages = tuple(
        msgspec.structs.replace(message, parts=tuple(part for part in message.parts if not isinstance(part, _OWN)))
        for message in request.messages
    )
    tools = tuple(tool for tool in request.tools if not isinstance(tool, ProviderTool))
    return msgspec.structs.replace(request, messages=messages, tools=tools)


def _own(request: Request) -> int:
    """Return the number of parts and tools that only the provider itself understands."""
    parts = [part for message in request.messages for part in message.parts]
    return sum(isinstance(item, _OWN) for item in (*parts, *request.tools))


def _stayed(body: Any, losses: tuple[Loss, ...]) -> Iterator[tuple[str, str]]:
    """Yield pointers to the parts of a request that cannot move to another dialect, with the reasons.

    ``losses``: the losses that the request's dialect states.
    """
    for loss in losses:
        if loss.whole:
            yield from ((pointer.written(path), loss.why) for path in Aside(at=loss.at, where=loss.where).find(body))


def ledger(moves: Iterable[Moved]) -> tuple[Row, ...]:
    """Return the losses of all moves: a line for each source dialect, pointer and reason."""
    by_place: dict[tuple[str, str, str], list[str]] = {}
    for move in moves:
        for path, why in {(_pattern(path), why) for path, why in move.lost}:
            by_place.setdefault((move.source, path, why), []).append(move.target)
    return tuple(
        Row(source=source, at=at, why=why, targets=tuple(sorted(set(targets))), requests=len(targets))
        for (source, at, why), targets in sorted(by_place.items())
    )


def _pattern(path: str) -> str:
    return "/".join("*" if step.isdecimal() else step for step in path.split("/"))


def _reason(path: str, losses: tuple[Loss, ...]) -> str:
    return next((loss.why for loss in losses if loss.at == _pattern(path) and not loss.whole), "")


def _meaning(request: Request) -> list[Any]:
    """Return the meaning of a request: a list of its calls, followed by its results.

    An entry for a call is the name and the arguments. An entry for a result is the number of its call and the text.
    Calls are counted from 1. The number is 0 if the result has no call.
    """
    number: dict[str | None, list[int]] = {}
    meaning: list[Any] = []
    results: list[tuple[int, str]] = []
    calls = 0
    for part in (part for message in request.messages for part in message.parts):
        if isinstance(part, ToolCall):
            calls += 1
            number.setdefault(part.id or part.name, []).append(calls)
            meaning.append((part.name, arguments.spelled(part.arguments.text)))
        elif isinstance(part, ToolResult):
            open_calls = number.get(part.call_id or part.name, [])
            text = "".join(content.text for content in part.parts if isinstance(content, Text))
            results.append((open_calls.pop(0) if open_calls else 0, text))
    return [*meaning, *sorted(results)]


def _with_settings(back: Request, read: Request) -> Request:
    """Return the request that came back, with the model, the mode and the token limit of the original request.

    Providers differ in these settings, so a difference in them does not count as a loss.
    """
    return msgspec.structs.replace(back, model=read.model, stream=read.stream, max_output_tokens=read.max_output_tokens)


def _broken(sent: WireRequest, target: str, model: str | None) -> Iterator[Finding]:
    form, body = wire_format(owner(target), target), exact_json.loads(sent.body)
    yield from schemas.document_violations(form, "request", body)
    broken_rules = violations(body, form.history, rules(form.home, target, model))
    yield from (finding for finding in broken_rules if finding.level != "MAY")

"""The expected and the actual requests and readings of a failing exchange, as text for a person who looks for the
cause.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from conformance.judge.finding import Finding
from conformance.judge.result import Seen
from conformance.judge.trial import Trial
from conformance.leaks import shortened
from toolwire.model import to_builtins
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest

_LONGEST: Final = 4000
_LONGEST_ANSWER: Final = 8000
_END: Final = 1500
"""The number of characters that are shown from the end of a text longer than ``_LONGEST``."""
_FRAME: Final = re.compile(r"/(?:frames/)?(\d+)(?=/|$)")
"""A pattern for the number of the event, in the place of a finding about a stream."""


def seen(trial: Trial, turn: int, findings: Iterable[Finding] = ()) -> Seen:
    """Return the expected and the actual requests and readings of an exchange as text, for a person to compare.

    For a gateway, the text includes the gateway's answer to its client. Of a long answer, only the beginning, the end
    and the events in which ``findings`` are located are shown. ``turn``: the index of the exchange, from 0.
    """
    about = [place for finding in findings if (place := _place(finding, turn)) is not None]
    got = trial.trouble or trial.declined if trial.decoded is None else as_json(trial.decoded)
    if trial.front is not None and trial.played:
        got = f"{_answer(trial.front)}\n{got}"
    return Seen(
        exchange=turn + 1,
        sent=cut(request_text(trial.encoded)) if trial.encoded else "",
        recorded=cut(request_text(trial.recorded.request)),
        received=_excerpt(_answer(trial).split("\n"), {*_events(trial, about)}),
        expected=cut(as_json(trial.expected)) if trial.expected else "",
        got=cut(got or "nothing: the adapter's request is not the recorded request"),
    )


def request_text(request: WireRequest) -> str:
    """Return a request as text for people: the method, the URL and the body."""
    return f"{request.method} {request.url}\n{request.body.decode(errors='backslashreplace')}"


def _answer(trial: Trial) -> str:
    try:
        documents = "\n".join(
            document if isinstance(document, str) else exact_json.dumps(document) for document in trial.documents()
        )
    except WireError:
        documents = trial.recorded.response.body.decode(errors="backslashreplace")
    return f"{trial.recorded.response.status}\n{documents}"


def _place(finding: Finding, turn: int) -> str | None:
    """Return the place of a finding in the exchange with the index ``turn``. None if the finding is about another
    exchange.
    """
    return finding.place if finding.exchange in (None, turn + 1) else None


def _events(trial: Trial, places: list[str]) -> Iterator[int]:
    """Yield the numbers, from 1, of those documents in the recorded answer to which ``places`` point."""
    try:
        documents = trial.documents()
    except WireError:
        return
    mapping = trial.form.mapping.stream if trial.mode == "stream" else trial.form.mapping.response
    for place in places:
        if frame := _FRAME.match(place):
            yield int(frame[1]) + 1
        field = place.split("/")[0]
        names = [name for name in mapping if name.split(".")[0] == field.removesuffix("s")]
        pointers = [place] if place.startswith("/") else [at for name in names for at in mapping[name]]
        for n, document in enumerate(documents, 1):
            if any(pointer.values(document, at) for at in pointers):
                yield n


def _excerpt(lines: list[str], about: set[int]) -> str:
    """Return the first line, the last line, the lines of findings, and as many other lines as fit.

    If there is no room for all lines of findings, lines near the beginning and the end are preferred.
    """
    last = len(lines) - 1
    wanted = sorted(about & {*range(len(lines))})
    outer = [n for both in zip(wanted, reversed(wanted), strict=True) for n in both]
    kept: dict[int, str] = {}
    room = _LONGEST_ANSWER
    for n in dict.fromkeys([0, last, *outer, *range(last)]):
        kept[n] = cut(lines[n])
        room -= len(kept[n]) + 1
        if room < 0:
            break
    lines_shown: list[str] = []
    before = -1
    for n in (*sorted(kept), len(lines)):
        if n - before > 1:
            lines_shown.append(f"... ({n - before - 1} {'line' if n - before == 2 else 'lines'} left out) ...")
        lines_shown += [kept[n]] if n in kept else []
        before = n
    return "\n".join(lines_shown)


def as_json(value: msgspec.Struct) -> str:
    """Return a canonical value as JSON on one line."""
    return exact_json.dumps(to_builtins(value))


def cut(text: str, most: int = _LONGEST) -> str:
    """Return a text. If it has more than ``most`` characters, return only its beginning and its end, and mask the
    secrets in them.
    """
    return shortened(text, most, most * _END // _LONGEST, f" ... ({len(text)} characters) ... ")

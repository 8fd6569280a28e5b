"""The check of an adapter's reading of a mutant: a stream or a plain answer with a single known change.

The adapter may read the same answer, or show the user an error. It must not silently show a different answer, and it
must not show a cut call as complete.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from conformance.judge import arguments, kind, wording
from conformance.judge.effect import of_reading
from conformance.judge.finding import Finding
from conformance.mutants.streams import Verdict
from toolwire.model import Expected, Reasoning, Refusal, Response, Text, ToolCall

_KINDS: Final[dict[str, type[Text | Reasoning | Refusal]]] = {
    "text": Text, "reasoning": Reasoning, "refusal": Refusal,
}  # fmt: skip
_ENDED: Final = ("stop", "tool_calls")
"""The finish reasons of whole answers."""


class Reread(msgspec.Struct, frozen=True, kw_only=True):
    """An adapter's readings of a recorded answer and of a mutant of this answer."""

    verdict: Verdict
    """The right reading of the mutant."""
    expected: Expected | None
    """The right reading of the recorded answer. None if it is disputed."""
    before: Response
    """The adapter's reading of the recorded answer."""
    after: Response | None
    """The adapter's reading of the mutant. None if it raised an exception instead."""
    trouble: str | None = None
    """The exception that the adapter raised when it read the mutant. None if it raised none."""
    ended: bool = True
    """True if the adapter shows why an answer ended."""
    legal: bool = False
    """True if the mutant is a legal stream, which every reader must read."""

    @property
    def reported(self) -> bool:
        """True if the adapter's user learns that something is wrong."""
        return self.after is None or self.after.error is not None or self.after.finish.reason not in (
            *_ENDED, self.before.finish.reason,
        )  # fmt: skip

    @property
    def errs_alike(self) -> bool:
        """True if both readings have an error, because the recorded answer already has this error."""
        return self.before.error is not None and self.after is not None and self.after.error is not None


def mutated(reread: Reread) -> Iterator[Finding]:
    """Yield the findings on the reading of a mutant."""
    yield from map(of_reading, _findings(reread))


def _findings(reread: Reread) -> Iterator[Finding]:
    if reread.verdict.end is not None:
        yield from _broken_off(reread)
    elif reread.reported and not reread.errs_alike:
        why = reread.trouble or "an error"
        if not _is_nonsense(reread.verdict):
            message = f"expected the same answer as without the change, got {why}"
            yield Finding(path="", message=message, level="MUST" if reread.legal else "SHOULD")
    else:
        assert reread.after is not None
        yield from differences(reread, reread.after)


def _is_nonsense(verdict: Verdict) -> bool:
    """Return whether calls in the mutant cannot be run, because their names or arguments are broken."""
    return verdict.calls is None or "form" in verdict.calls or "name" in verdict.calls


def differences(reread: Reread, after: Response) -> Iterator[Finding]:
    """Yield a finding for each difference between a reading of the mutant and the right reading."""
    yield from _texts(reread, after, whole=True)
    before, changes = reread.before.calls, reread.verdict.calls
    if changes is None or changes.get("name") == "":
        for call in after.calls:
            if call.name:
                message = f"expected no call, because no call in the stream has a name, got {wording.quoted(call.name)}"
                yield Finding(path="calls", message=message)
        return
    if len(after.calls) != len(before):
        yield Finding(path="calls", message=f"expected {_names(before)}, got {_names(after.calls)}")
        return
    for n, (call, was) in enumerate(zip(after.calls, before, strict=True)):
        if call.name != was.name:
            yield Finding(path=f"calls/{n}/name", message=wording.expected_got(was.name, call.name))
        if "id" not in changes and _has_wire_id(was, reread.expected) and call.id != was.id:
            yield Finding(path=f"calls/{n}/id", message=wording.read_instead(was.id, call.id))
        if "form" in changes:
            if call.complete and call.arguments.form in ("object", "empty"):
                message = f"its arguments are {changes['form']}, and are shown as {wording.shown(call.arguments.value)}"
                cut = changes["form"] == "invalid"
                yield Finding(path=f"calls/{n}/arguments", message=message, level="MUST" if cut else "SHOULD")
            continue
        expected = changes.get("value", arguments.value(was.arguments.text))
        found = arguments.value(call.arguments.text)
        if "keys" not in changes and not arguments.same(expected, found):
            message, how = wording.expected_got(expected, found), kind.between(expected, found)
            yield Finding(path=f"calls/{n}/arguments", message=message, kind=how)
        if call.complete != was.complete and (was.complete or "value" not in changes):
            yield Finding(path=f"calls/{n}/complete", message=wording.expected_got(was.complete, call.complete))
    if reread.ended and after.finish.reason != reread.before.finish.reason:
        yield Finding(path="finish", message=wording.expected_got(reread.before.finish.reason, after.finish.reason))


def _broken_off(reread: Reread) -> Iterator[Finding]:
    """Yield the findings on the reading of a mutant that ends early.

    The reading must be the beginning of the recorded answer, and only whole calls may be shown as complete.
    """
    before, after = reread.before, reread.after
    if after is None:
        yield Finding(
            path="",
            message=f"expected the part of the answer before the stream broke off, got {reread.trouble}",
            level="SHOULD",
        )
        return
    yield from _texts(reread, after, whole=False)
    calls, expected = after.calls, before.calls
    if len(calls) > len(expected):
        yield Finding(path="calls", message=f"expected no more than {_names(expected)}, got {_names(calls)}")
    length = reread.verdict.end == "length"
    reported = reread.reported or after.finish.reason not in _ENDED
    for n, (call, was) in enumerate(zip(calls, expected, strict=False)):
        whole = call.name == was.name and arguments.same(
            arguments.value(call.arguments.text), arguments.value(was.arguments.text)
        )
        if call.complete and was.complete and not whole:
            cut = wording.shown(call.arguments.text)
            message = f"the call of {call.name} with {cut} was cut, but is {wording.SHOWN_AS}complete"
            yield Finding(path=f"calls/{n}/complete", message=message)
        if call.complete and length and n == len(expected) - 1:
            message = f"the answer was cut at the token limit, but its last call is {wording.SHOWN_AS}complete"
            yield Finding(path=f"calls/{n}/complete", message=message, level="SHOULD" if reported else "MUST")
    all_there = reread.verdict.end == "malformed"  # a reader may still read all of a malformed answer
    if not reported and ((reread.ended and not all_there) or _lacks(before, after)):
        yield Finding(
            path="finish",
            message=f"the answer ended early ({reread.verdict.end}), but it is {wording.SHOWN_AS}complete",
        )


def _lacks(before: Response, after: Response) -> bool:
    """Return whether the reading ``after`` has fewer calls than the reading ``before``, or different texts."""
    return len(after.calls) < len(before.calls) or any(
        _text(after, form) != _text(before, form) for form in _KINDS.values()
    )


def _texts(reread: Reread, after: Response, *, whole: bool) -> Iterator[Finding]:
    """Yield a finding for each text that is neither the right text nor the text read from the recorded answer.

    If ``whole`` is false, the beginning of either of these texts is right, too.
    """
    for name, form in _KINDS.items():
        expected, found = _text(reread.before, form), _text(after, form)
        rights = [text for text in (expected, getattr(reread.expected, name, None)) if text is not None]
        if found not in rights and (whole or not any(right.startswith(found) for right in rights)):
            yield Finding(path=name, message=wording.expected_got(expected, found))


def _text(response: Response, form: type[Text | Reasoning | Refusal]) -> str:
    return "".join(part.text for part in response.parts if isinstance(part, form))


def _has_wire_id(call: ToolCall, expected: Expected | None) -> bool:
    """Return whether the adapter shows the id from the wire, not an id that the adapter made up."""
    return expected is not None and call.id is not None and call.id in {right.id for right in expected.calls}


def _names(calls: tuple[ToolCall, ...]) -> str:
    return ", ".join(call.name for call in calls) or "no calls"

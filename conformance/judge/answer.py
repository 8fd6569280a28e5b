"""Checks that compare an adapter's reading of an answer with the right reading."""

import re
from collections.abc import Iterator

from conformance.judge import arguments as spelled
from conformance.judge import kind, wording
from conformance.judge.finding import Effect, Finding, NotApplicable, Undecided
from conformance.judge.trial import Crashed, Trial, Unanswered
from conformance.plural import counted
from toolwire.model import Expected, ExpectedCall, Reasoning, Response, Text, ToolCall
from toolwire.wire.errors import WireError

_WHOLE = ("stop", "tool_calls")
_EARLY = ("length", "content_filter", "refusal", "pause")
STOPPED = frozenset(("content_filter", "refusal"))
"""The finish reasons of an answer that a filter stopped, and of an answer that the model refused to give.

Many libraries show the same reason for both.
"""
_WORD = re.compile(r"\w+")


def decoded(trial: Trial) -> tuple[Response, Expected]:
    """Return the adapter's reading and the right reading.

    Raises ``Undecided`` if the right reading is disputed. Raises ``NotApplicable`` if the adapter read no answer, or if
    it shows an error where the answer ends early.
    """
    if trial.expected is None:
        raise Undecided
    if trial.decoded is None:
        raise NotApplicable
    if is_early_error(trial):
        raise NotApplicable("the adapter shows an error where the answer ends early")
    return trial.decoded, trial.expected


def is_early_error(trial: Trial) -> bool:
    """Return whether the adapter shows an error where the answer ends early.

    The error tells the adapter's user that the answer is not complete. An answer whose right reading is disputed counts
    as ended early if its last document is an error.
    """
    read, expected = trial.decoded, trial.expected
    if read is None or read.error is None:
        return False
    return _ends_with_error(trial) if expected is None else expected.finish in _EARLY


def _ends_with_error(trial: Trial) -> bool:
    try:
        documents = trial.documents()
    except WireError:
        return False
    last = next((document for document in reversed(documents) if isinstance(document, dict)), {})
    return bool(last.get("error")) or last.get("type") == "error"


def _shows_the_error(trial: Trial) -> bool:
    """Return whether the answer ends with an error, and the adapter shows an error."""
    read, expected = decoded(trial)
    return expected.error is not None and read.error is not None


def has_cut_call(trial: Trial) -> bool:
    """Return whether a call in the answer was cut.

    An adapter that shows that the answer ended early need not show the cut call.
    """
    return trial.expected is not None and not all(call.complete for call in trial.expected.calls)


def answered(trial: Trial) -> Iterator[Finding]:
    """Check that the adapter returned an answer, and raised no exception.

    An exception with the words of the provider's refusal is right, because it reports the refusal to the user.
    """
    if isinstance(trial.attempt, Unanswered):
        raise NotApplicable
    if trial.trouble is None:
        return
    if trial.refused:
        refusal = trial.expected.error.message if trial.expected and trial.expected.error else ""
        if not refusal or _words(refusal) not in _words(trial.trouble):
            yield Finding(path="", message=trial.trouble, effect="context")
        return
    ends = trial.expected.finish if trial.expected else "stop"
    reports = ends in (*_EARLY, "error")  # an exception reports such an end, too
    yield Finding(path="", message=trial.trouble, level="SHOULD" if reports else "MUST")


def played(trial: Trial) -> Iterator[Finding]:
    """Check that exactly one request of the adapter reached the recorded exchange.

    If the request is too large to be compared, ``answered`` yields the finding.
    """
    if not trial.played and not (isinstance(trial.attempt, Crashed) and trial.attempt.uncompared):
        sent = "the adapter's request belongs to no recorded exchange, so it got no answer"
        yield Finding(path="", message="it sent no request for this exchange" if trial.encoded is None else sent)
    if trial.again:
        yield Finding(path="", message=f"expected one request, got the same request {trial.again + 1} times")


def calls(trial: Trial) -> Iterator[Finding]:
    """Check that the adapter read every call once and in order, with the right kind, name and id.

    If the adapter shows the error that ends a stream, it need not show the calls before the error. If it shows that the
    answer ended early, it need not show cut calls.
    """
    read, expected = decoded(trial)
    found, expected_calls = read.calls, expected.calls
    if _shows_the_error(trial):
        expected_calls = expected_calls[: len(found)]
    whole = tuple(call for call in expected_calls if call.complete)
    if len(found) == len(whole) and _shows_the_end(trial):
        expected_calls = whole
    if len(found) != len(expected_calls):
        wanted = f"{counted(len(expected_calls), 'call')} ({_names(expected_calls)})" if expected_calls else "no calls"
        got = f"{len(found)} ({_names(found)})" if found else "no calls"
        yield Finding(path="calls", message=f"expected {wanted}, got {got}")
        return
    for n, (call, right) in enumerate(zip(found, expected_calls, strict=True)):
        if call.name != right.name:
            yield Finding(path=f"calls/{n}/name", message=wording.expected_got(right.name, call.name))
        if call.kind != right.kind:
            yield Finding(path=f"calls/{n}/kind", message=wording.expected_got(right.kind, call.kind))
        if not trial.is_shown("ids"):
            continue
        if right.id is not None and call.id != right.id:
            yield Finding(path=f"calls/{n}/id", message=wording.read_instead(right.id, call.id))
        if right.id is None and call.id and [other.id for other in found].count(call.id) > 1:
            yield Finding(path=f"calls/{n}/id", message=f"two calls have the made-up id {wording.quoted(call.id)}")


def _names(calls: tuple[ToolCall | ExpectedCall, ...]) -> str:
    return ", ".join(call.name for call in calls)


def arguments(trial: Trial) -> Iterator[Finding]:
    """Check the values of every call's arguments: in their text, and in the object that the adapter shows.

    A cut call must not be shown as complete.
    """
    read, expected = decoded(trial)
    for n, (call, right) in enumerate(zip(read.calls, expected.calls, strict=False)):
        if not call.complete and _shows_the_error(trial):
            continue
        if right.complete:
            yield from _arguments(n, call, right)
        elif call.complete:
            yield _shown_as_whole(n, call, trial)


def _shown_as_whole(n: int, call: ToolCall, trial: Trial) -> Finding:
    """Return the finding on a cut call that the adapter shows as complete.

    The level is MUST if the adapter's readings state for each call whether the call is complete. The level is also MUST
    if the arguments are an object, so that the call can be run, and the adapter does not show that the answer ended
    early. Otherwise the level is SHOULD.
    """
    _, expected = decoded(trial)
    is_run = call.arguments.form in ("object", "empty")
    ends = _shows_the_end(trial)
    got = wording.shown(call.arguments.value if is_run else call.arguments.text)
    message = (
        f"ends with {expected.finish}: the call of {call.name} was cut, and is {wording.SHOWN_AS}whole, with {got}"
    )
    is_hidden = trial.marks_cuts or (is_run and not ends)
    return Finding(path=f"calls/{n}/complete", message=message, level="MUST" if is_hidden else "SHOULD")


def _shows_the_end(trial: Trial) -> bool:
    """Return whether the adapter shows that the answer ended early."""
    read, _ = decoded(trial)
    return trial.is_shown("finish") and (read.error is not None or read.finish.reason not in _WHOLE)


def _arguments(n: int, call: ToolCall, right: ExpectedCall) -> Iterator[Finding]:
    path = f"calls/{n}/arguments"
    if not call.complete:
        yield Finding(path=f"calls/{n}/complete", message=wording.expected_got(right.complete, call.complete))
    if right.kind == "custom":
        if call.arguments.text != right.arguments:
            yield Finding(path=path, message=wording.expected_got(right.arguments, call.arguments.text))
        return
    wanted, found = spelled.value(right.arguments), spelled.value(call.arguments.text)
    if not isinstance(wanted, dict):
        if call.arguments.form in ("object", "empty"):
            yield Finding(
                path=path,
                message=f"{wording.shown(right.arguments)} is not a JSON object, but is shown as a JSON object",
            )
        return
    if not isinstance(found, dict):
        got = wording.shown(call.arguments.text)
        yield Finding(path=path, message=f"expected {wording.shown(wanted)}, got {got}, which is not a JSON object")
        return
    if not spelled.same(wanted, found):
        message = wording.arguments_instead(right.arguments, call.arguments.text)
        yield Finding(path=path, message=message, kind=kind.between(wanted, found))
    if call.arguments.form not in ("object", "empty"):
        yield Finding(path=f"{path}/form", message=f"{wording.shown(wanted)} is shown as {call.arguments.form}")
    elif call.arguments.form == "empty" and wanted:
        yield Finding(path=f"{path}/form", message=f"{wording.shown(wanted)} is shown as empty arguments")
    elif not spelled.same(wanted, call.arguments.value):
        yield Finding(path=f"{path}/value", message=wording.expected_got(wanted, call.arguments.value))


def approvals(trial: Trial) -> Iterator[Finding]:
    """Check that the adapter read every request for an approval once and in order, with its id, server, tool and
    arguments.
    """
    read, expected = decoded(trial)
    found, expected_approvals = read.approvals, expected.approvals
    if len(found) != len(expected_approvals):
        message = f"expected {counted(len(expected_approvals), 'request')} for an approval, got {len(found)}"
        yield Finding(
            path="approvals", message=message, kind="lost" if len(found) < len(expected_approvals) else "added"
        )
        return
    for n, (request, right) in enumerate(zip(found, expected_approvals, strict=True)):
        for field in ("id", "server", "name"):
            wanted, got = getattr(right, field), getattr(request, field)
            if got != wanted:
                yield Finding(path=f"approvals/{n}/{field}", message=wording.read_instead(wanted, got))
        wanted, got = spelled.value(right.arguments), spelled.value(request.arguments.text)
        if not spelled.same(wanted, got):
            message = wording.arguments_instead(right.arguments, request.arguments.text)
            yield Finding(path=f"approvals/{n}/arguments", message=message)


def text(trial: Trial) -> Iterator[Finding]:
    """Check the joined text of all parts of the answer.

    If an error ends a stream, an adapter that shows the error may leave out the text before it.
    """
    read, expected = decoded(trial)
    found = "".join(part.text for part in read.parts if isinstance(part, Text))
    if found != expected.text and not (_shows_the_error(trial) and expected.text.startswith(found)):
        yield Finding(path="text", message=wording.expected_got(expected.text, found))


def reasoning(trial: Trial) -> Iterator[Finding]:
    """Check the joined reasoning of all parts, if the right reasoning is known and the adapter shows reasoning.

    If an error ends a stream, an adapter that shows the error may leave out the reasoning before it.
    """
    read, expected = decoded(trial)
    if expected.reasoning is None:
        raise NotApplicable
    found = "".join(part.text for part in read.parts if isinstance(part, Reasoning))
    if not found and expected.reasoning and "reasoning" not in trial.exposes:
        raise NotApplicable  # the adapter does not show reasoning
    if found != expected.reasoning and not (_shows_the_error(trial) and expected.reasoning.startswith(found)):
        yield Finding(path="reasoning", message=wording.expected_got(expected.reasoning, found))


def finish(trial: Trial) -> Iterator[Finding]:
    """Check that the adapter shows the right finish reason, such as ``stop`` or ``length``.

    The finding is only a SHOULD if the answer ends early, and the adapter shows an error or never shows finish reasons.
    It is also a SHOULD if the adapter shows ``refusal`` instead of ``content_filter``, or the reverse.
    """
    if trial.decoded is not None and is_early_error(trial):
        message = "the adapter shows an error where the answer ends early"
        yield Finding(path="finish", message=message, level="SHOULD", effect="context")
        return
    read, expected = decoded(trial)
    if not trial.is_shown("finish"):
        if expected.finish not in _EARLY:
            raise NotApplicable("the adapter does not show why an answer ended")
        message = f"the answer ends with {expected.finish}, but the adapter does not show it"
        yield Finding(path="finish", message=message, level="SHOULD", effect="context")
        return
    if read.finish.reason != expected.finish:
        word = " (tool_calls means a normal end with calls, whatever the provider's word is)"
        why = word if expected.finish == "tool_calls" else ""
        message = f"{wording.expected_got(expected.finish, read.finish.reason)}{why}"
        # If a cut answer is shown as whole, the user runs its calls.
        effect: Effect = "call" if expected.calls and expected.finish not in _WHOLE else "context"
        is_alike = {expected.finish, read.finish.reason} == STOPPED
        yield Finding(path="finish", message=message, effect=effect, level="SHOULD" if is_alike else "MUST")


def error(trial: Trial) -> Iterator[Finding]:
    """Check that a refusal is read as an error with the provider's words, and without other parts.

    The status, the kind and the code are compared if the adapter shows them. The provider's kind or status may be shown
    as the code. An error that ends a stream is checked, too. For such an error, the adapter may show a different kind,
    and the parts before the error.
    """
    read, expected = decoded(trial)
    if expected.error is None:
        raise NotApplicable
    if read.error is None:
        yield Finding(path="error", message=f"expected {wording.shown(expected.error.message)}, got no error")
        return
    if _words(expected.error.message) not in _words(read.error.message):
        yield Finding(path="error/message", message=wording.expected_got(expected.error.message, read.error.message))
    status, kind, code = expected.error.status, expected.error.kind, expected.error.code
    for name, allowed in (("status", (status,)), ("kind", (kind,)), ("code", (code, kind, status))):
        found = getattr(read.error, name)
        known = [value for value in allowed if value is not None]
        if allowed[0] is not None and found is None and "error" in trial.exposes:
            yield Finding(path=f"error/{name}", message=wording.expected_got(allowed[0], None))
        elif known and found is not None and str(found) not in map(str, known) and (trial.refused or name != "kind"):
            yield Finding(path=f"error/{name}", message=wording.expected_got(known[0], found))
    for n, part in enumerate(read.parts if trial.refused else ()):
        if not isinstance(part, Text | ToolCall):  # other checks judge text and calls
            yield Finding(path=f"parts/{n}", message="expected a refusal without parts, got a part")
    if read.alternatives and trial.refused:
        yield Finding(path="alternatives", message="expected a refusal without further answers, got further answers")


def _words(text: str) -> str:
    """Return the words of a message without quotes and punctuation, each between blanks: ``" not found "``."""
    words = _WORD.findall(text.replace(r"\n", " "))
    return " ".join(["", *words, ""])

"""Whether an adapter read the right answer."""

import re
from collections.abc import Iterator

from conformance.judge import arguments as spelled
from conformance.judge.finding import Finding, NotApplicable, Undecided
from conformance.judge.trial import Trial
from toolwire.model import Expected, ExpectedCall, Reasoning, Response, Text, ToolCall

_WORD = re.compile(r"\w+")


def decoded(trial: Trial) -> tuple[Response, Expected]:
    """What an adapter read, and what is right."""
    if trial.expected is None:
        raise Undecided
    if trial.decoded is None:
        raise NotApplicable
    return trial.decoded, trial.expected


def answered(trial: Trial) -> Iterator[Finding]:
    """The adapter gave an answer at all."""
    if trial.encoded is not None and trial.decoded is None and trial.trouble is None and trial.declined is None:
        raise NotApplicable("its request is not the recorded one, and was not answered")
    if trial.trouble is not None:
        yield Finding(path="", message=trial.trouble)


def played(trial: Trial) -> Iterator[Finding]:
    """The adapter's requests reach the recorded exchange, one each."""
    if not trial.played:
        yield Finding(path="", message="no request of the adapter was answered by this recorded exchange")
    if trial.again:
        yield Finding(path="", message=f"one request is due, and it was sent {trial.again + 1} times")


def calls(trial: Trial) -> Iterator[Finding]:
    """Every call, in order, once: its kind, name and id."""
    read, expected = decoded(trial)
    found = read.calls
    if len(found) != len(expected.calls):
        names = ", ".join(call.name for call in found) or "none"
        wanted = ", ".join(call.name for call in expected.calls) or "none"
        yield Finding(
            path="calls", message=f"{len(expected.calls)} calls are due ({wanted}), found {len(found)} ({names})"
        )
        return
    for n, (call, right) in enumerate(zip(found, expected.calls, strict=True)):
        if call.name != right.name:
            yield Finding(path=f"calls/{n}/name", message=f"{right.name!r} is due, found {call.name!r}")
        if call.kind != right.kind:
            yield Finding(path=f"calls/{n}/kind", message=f"{right.kind!r} is due, found {call.kind!r}")
        if not trial.is_shown("ids"):
            continue
        if right.id is not None and call.id != right.id:
            yield Finding(path=f"calls/{n}/id", message=f"{right.id!r} is due, found {call.id!r}")
        if right.id is None and call.id and [other.id for other in found].count(call.id) > 1:
            yield Finding(path=f"calls/{n}/id", message=f"the made-up id {call.id!r} stands for two calls")


def arguments(trial: Trial) -> Iterator[Finding]:
    """The arguments of every call, as values: their text, and the object that is said to be in it."""
    read, expected = decoded(trial)
    for n, (call, right) in enumerate(zip(read.calls, expected.calls, strict=False)):
        yield from _arguments(n, call, right)


def _arguments(n: int, call: ToolCall, right: ExpectedCall) -> Iterator[Finding]:
    path = f"calls/{n}/arguments"
    if call.complete != right.complete:
        yield Finding(path=f"calls/{n}/complete", message=f"{right.complete} is due, found {call.complete}")
    if not right.complete:
        return
    if right.kind == "custom":
        if call.arguments.text != right.arguments:
            yield Finding(path=path, message=f"{right.arguments!r} is due, found {call.arguments.text!r}")
        return
    wanted, found = spelled.value(right.arguments), spelled.value(call.arguments.text)
    if not isinstance(wanted, dict):
        if call.arguments.form in ("object", "empty"):
            yield Finding(path=path, message=f"{right.arguments!r} is no JSON object, and is presented as one")
        return
    if not isinstance(found, dict):
        yield Finding(path=path, message=f"{right.arguments} is due, found {call.arguments.text!r}")
        return
    if not spelled.same(wanted, found):
        yield Finding(path=path, message=f"{right.arguments} is due, found {call.arguments.text}")
    if call.arguments.form not in ("object", "empty"):
        yield Finding(path=f"{path}/form", message=f"{right.arguments} is presented as {call.arguments.form!r}")
    elif call.arguments.form == "empty" and wanted:
        yield Finding(path=f"{path}/form", message=f"{right.arguments} is presented as no arguments")
    elif not spelled.same(wanted, call.arguments.value):
        shown = f"{call.arguments.value!r}"
        yield Finding(path=f"{path}/value", message=f"{right.arguments} is due, found {shown}")


def text(trial: Trial) -> Iterator[Finding]:
    """The text, all parts joined."""
    read, expected = decoded(trial)
    found = "".join(part.text for part in read.parts if isinstance(part, Text))
    if found != expected.text:
        yield Finding(path="text", message=f"{expected.text!r} is due, found {found!r}")


def reasoning(trial: Trial) -> Iterator[Finding]:
    """The reasoning, all parts joined, where it is known what is right, and the adapter shows any."""
    read, expected = decoded(trial)
    if expected.reasoning is None:
        raise NotApplicable
    found = "".join(part.text for part in read.parts if isinstance(part, Reasoning))
    if not found and expected.reasoning:
        raise NotApplicable  # it is not shown
    if found != expected.reasoning:
        yield Finding(path="reasoning", message=f"{expected.reasoning!r} is due, found {found!r}")


def finish(trial: Trial) -> Iterator[Finding]:
    """Why the answer ended, in the canonical words."""
    read, expected = decoded(trial)
    if not trial.is_shown("finish"):
        raise NotApplicable("the adapter does not show why an answer ended")
    if read.finish.reason != expected.finish:
        why = (
            " (a normal end with calls to run, whatever the provider's word)" if expected.finish == "tool_calls" else ""
        )
        yield Finding(path="finish", message=f"{expected.finish!r} is due{why}, found {read.finish.reason!r}")


def error(trial: Trial) -> Iterator[Finding]:
    """A refusal is an error: in the provider's words, with its status, kind and code where the adapter shows them, and
    with nothing beside it. What the provider calls its kind or status passes for the code.
    """
    read, expected = decoded(trial)
    if expected.error is None:
        raise NotApplicable
    if read.error is None:
        yield Finding(path="error", message=f"{expected.error.message!r} is due, found no error")
        return
    if _words(expected.error.message) not in _words(read.error.message):
        message = f"{expected.error.message!r} is due, found {read.error.message!r}"
        yield Finding(path="error/message", message=message)
    status, kind, code = expected.error.status, expected.error.kind, expected.error.code
    for name, due in (("status", (status,)), ("kind", (kind,)), ("code", (code, kind, status))):
        found = getattr(read.error, name)
        known = [one for one in due if one is not None]
        if known and found is not None and str(found) not in map(str, known):
            yield Finding(path=f"error/{name}", message=f"{known[0]!r} is due, found {found!r}")
    for n, part in enumerate(read.parts):
        if not isinstance(part, Text | ToolCall):  # these have checks of their own
            yield Finding(path=f"parts/{n}", message="a refusal has no parts")
    if read.alternatives:
        yield Finding(path="alternatives", message="a refusal has no further answers")


def _words(text: str) -> str:
    """The words of a message, whatever it is quoted in."""
    words = _WORD.findall(text.replace(r"\n", " "))
    return " ".join(["", *words, ""])

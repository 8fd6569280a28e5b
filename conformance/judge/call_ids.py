"""The check of the ids of calls. A result can name its call only if no other call has the same id."""

from collections.abc import Iterator

from conformance.judge import wording
from conformance.judge.finding import Finding, NotApplicable, Undecided
from conformance.judge.trial import Trial
from toolwire.model import ToolCall


def call_ids(trial: Trial) -> Iterator[Finding]:
    """Check that every call has an id that no other call of the conversation has.

    The check does not apply to dialects in which results do not name their call by its id.
    """
    if trial.expected is None:
        raise Undecided
    if trial.form.history.by != "id" or not trial.expected.calls:
        raise NotApplicable
    before = {part.id for message in trial.request.messages for part in message.parts if isinstance(part, ToolCall)}
    taken = {call_id for call_id in before if call_id}
    for n, call in enumerate(trial.expected.calls):
        if call.kind == "legacy":
            continue  # such a call has a name instead of an id
        if not call.id:
            yield Finding(path=f"calls/{n}/id", message=f"expected an id for the call of {call.name}, got none")
        elif call.id in taken:
            yield Finding(path=f"calls/{n}/id", message=f"another call has the id {wording.quoted(call.id)}")
        else:
            taken.add(call.id)

"""What a gateway hands to its client, as a document of the dialect that its front speaks."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from conformance.judge import rules, schemas
from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.trial import Trial
from conformance.wire.errors import WireError


def front(trial: Trial) -> Iterator[Finding]:
    """It fits the schema of the front's dialect, keeps the rules that its owner has for answers, and no two calls of it
    have one id. What it says is compared by the other checks.
    """
    if trial.front is None or not trial.played:
        raise NotApplicable
    try:
        yield from schemas.response_schema(trial.front)
        with suppress(NotApplicable):
            yield from rules.answer_rules(trial.front)
    except WireError as error:
        yield Finding(path="", message=f"what the gateway hands on cannot be read: {error}")
    ids = Counter(call.id for call in trial.decoded.calls if call.id) if trial.decoded else {}
    yield from (Finding(path="calls", message=f"{n} calls have the id {one!r}") for one, n in ids.items() if n > 1)

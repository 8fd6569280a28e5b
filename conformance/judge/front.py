"""The check that a gateway's answer is a correct document of the dialect that the gateway's clients use."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import msgspec

from conformance.judge import rules, schemas, wording
from conformance.judge.finding import Effect, Finding, Level, NotApplicable
from conformance.judge.form import with_consumers
from conformance.judge.mapping import finish_words, further_answers
from conformance.judge.trial import Trial
from conformance.plural import counted
from toolwire.wire import pointer
from toolwire.wire.errors import WireError

_NORMAL: Final = frozenset(("stop", "tool_calls"))


def front(trial: Trial) -> Iterator[Finding]:
    """Check that a gateway's answer is a correct document of the front's dialect.

    The front is the side of the gateway's clients. The document must fit the dialect's schema and keep the answer rules
    of the dialect's owner. Its finish reason must be a word of the dialect, no two of its calls may share an id, and it
    must not have more answers than the provider gave. Other checks compare the content.
    """
    if trial.front is None or not trial.played:
        raise NotApplicable
    try:
        for finding in with_consumers(_off_form(trial, trial.front), trial.front.tried):
            of_form: Effect = "form" if finding.level == "MUST" else "advice"
            yield msgspec.structs.replace(finding, effect=finding.effect or of_form)
        yield from _further(trial, trial.front)
        yield from _texts(trial.front)
    except WireError as error:
        yield Finding(path="", message=f"the gateway's answer cannot be read: {error}", effect="call")
    ids = Counter(call.id for call in trial.decoded.calls if call.id) if trial.decoded else {}
    yield from (
        Finding(path="calls", message=f"{n} calls have the id {wording.quoted(call_id)}", effect="call")
        for call_id, n in ids.items()
        if n > 1
    )


def _off_form(trial: Trial, handed: Trial) -> Iterator[Finding]:
    yield from schemas.response_schema(handed)
    with suppress(NotApplicable):
        yield from rules.answer_rules(handed)
    yield from _finish(trial, handed)


def _texts(handed: Trial) -> Iterator[Finding]:
    """Check that the ids and the names of calls are texts, in every event of a stream.

    Clients send an id back as ``tool_call_id`` or the like, which must be a text. null is allowed, because later events
    of a call often have it.
    """
    mapping = handed.form.mapping.stream if handed.mode == "stream" else handed.form.mapping.response
    documents = handed.documents()
    for name in ("call.id", "call.name"):
        found = [value for at in mapping.get(name, ()) for each in documents for value in pointer.values(each, at)]
        wrong = next((value for value in found if value is not None and not isinstance(value, str)), None)
        if wrong is not None:
            yield Finding(path=name, message=f"expected a text, got {wording.shown(wrong)}", effect="call")


def _further(trial: Trial, handed: Trial) -> Iterator[Finding]:
    """Check that the gateway returns no further answers (``choices`` after the first), except for those of the
    provider. Scenarios ask for a single answer.

    ``trial``: the exchange with the provider. ``handed``: the exchange with the gateway's client.

    Libraries mix such answers up. Haystack 3.4.0 (PyPI) reads the calls of all choices of a plain answer. In a stream,
    haystack, langchain-openai 1.7.4 and pydantic-ai 2.68.0 join the chunks of all choices.
    """
    given, got = (0 if side.refused else further_answers(side) for side in (trial, handed))
    if got > given:
        message = f"expected {counted(given, 'further answer')}, got {got}"
        yield Finding(path="alternatives", message=message, effect="call")


def _is_error(trial: Trial, handed: Trial) -> bool:
    """Return whether the gateway's answer is an error, by its status or as an event of a stream."""
    return handed.refused or (trial.decoded is not None and trial.decoded.error is not None)


def _finish(trial: Trial, handed: Trial) -> Iterator[Finding]:
    """Check the word for the finish reason in a gateway's answer.

    No other check looks at this word, because readers ignore the word after calls. Errors, refusals and cut answers are
    not checked here.

    The word must be the dialect's word for the right reason. After calls, a word for a normal end is also right if the
    dialect has no word for calls, or if the call was forced, as OpenAI documents. If the gateway does not translate
    between dialects, the provider's own word is also right. If the dialect has no word for the reason, any word is
    right.
    """
    if trial.expected is None or trial.cut or trial.refused or _is_error(trial, handed):
        return
    if "finish" not in handed.form.mapping.response:  # the words are at several places, which other checks read
        return
    meanings = handed.form.mapping.finish
    reasons: set[str | None] = {trial.expected.finish}
    choice = trial.request.tool_choice
    forced = choice is not None and (choice.mode in ("required", "named") or choice.must_call)
    if "tool_calls" in reasons and (forced or "tool_calls" not in meanings.values()):
        reasons.add("stop")
    expected = {word for word, meaning in meanings.items() if meaning in reasons}
    found = {str(word) for word in finish_words(handed)}
    right = not expected or (bool(found) and found <= expected)
    translates = handed.form.dialect != trial.form.dialect
    if not translates:
        own = {str(word) for word in finish_words(trial)}
        right = found == own or (right and bool(expected))
        expected |= own
    if not right:
        # If the gateway translates and the end is normal, another word for a normal end breaks only a SHOULD.
        normal = {word for word, meaning in meanings.items() if meaning in _NORMAL}
        alike = bool(found) and found <= normal and bool(reasons & _NORMAL)
        level: Level = "SHOULD" if translates and alike else "MUST"
        message = f"expected {' or '.join(sorted(expected)) or 'no word'}, got {', '.join(sorted(found)) or 'nothing'}"
        yield Finding(path="finish", message=message, level=level, effect=None if alike else "context")

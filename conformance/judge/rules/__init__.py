"""The rules of providers, applied to requests and answers."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

import msgspec

from conformance.judge.finding import Effect, Finding, NotApplicable
from conformance.judge.form import with_consumers
from conformance.judge.rules import frames, history, tool_schemas, values
from conformance.judge.rules.checker import Checker
from conformance.judge.rules.steps import Sent, read
from conformance.judge.trial import Trial
from conformance.scenarios import Mode
from toolwire.model import Json
from toolwire.providers import ClaimError, HistoryView, Rule
from toolwire.providers.claim_file import explained
from toolwire.wire import payloads, pointer
from toolwire.wire.exchange import WireResponse

KINDS: tuple[type[Checker], ...] = (*history.KINDS, *tool_schemas.KINDS, *values.KINDS, *frames.KINDS)
"""Every kind of checker."""
BY_NAME: Final = {str(kind.__struct_config__.tag): kind for kind in KINDS}
"""Every kind of checker by its name in rules."""
_OF: Final = {
    "request": (*history.KINDS, *tool_schemas.KINDS, *values.KINDS),
    "plain": values.KINDS,
    "stream": (*values.KINDS, *frames.KINDS),
}


def request_rules(trial: Trial) -> Iterator[Finding]:
    """Check that the adapter's request keeps the provider's rules for requests."""
    sent = trial.sent()
    if sent is None:
        raise NotApplicable
    headers = trial.encoded.headers if trial.encoded else None
    yield from violations(sent, trial.form.history, trial.rules, trial.documents_before(), headers)


def answer_rules(trial: Trial) -> Iterator[Finding]:
    """Check that the answer keeps the provider's rules for answers."""
    judged = checked(trial.rules, trial.mode)
    if trial.cut or trial.refused or not judged:
        raise NotApplicable
    answered = answer(trial.recorded.response, trial.mode, trial.form.history)
    yield from with_consumers((finding for rule in judged for finding in broken(rule, answered)), trial.tried)


def checked(
    judged: tuple[Rule, ...], what: Mode | Literal["request"], headers: dict[str, str] | None = None
) -> tuple[Rule, ...]:
    """Return the rules that have a checker and apply to ``what``: requests, plain answers or streamed answers.

    ``headers``: the headers of the request, which may lift a rule (``unless_header``). If they are not known, rules
    that a header may lift are left out.
    """
    return tuple(
        rule
        for rule in judged
        if rule.applies_to == what
        and rule.check is not None
        and (rule.unless_header is None or (headers is not None and not rule.unless_header.is_in(headers)))
    )


def held(judged: tuple[Rule, ...], sent: Sent) -> list[tuple[Rule, list[Finding]]]:
    """Return the rules that apply to a request or an answer, each with its violations."""
    return [(rule, list(broken(rule, sent))) for rule in judged if checker(rule).applies(sent)]


def answer(response: WireResponse, mode: Mode, view: HistoryView) -> Sent:
    """Return a provider's answer as a single document: the plain answer, or a document with all frames of the stream.

    Raises ``WireError``.
    """
    found = payloads.frames(response)
    whole = frames.document(response, found) if mode == "stream" else found[0] if found else None
    return Sent(whole, (), view)


def refusal(trial: Trial) -> Iterator[Finding]:
    """Check that a refused request breaks a MUST rule, and that the refusal has the words that each broken rule
    quotes.
    """
    if not (trial.rejection and trial.refused):
        raise NotApplicable
    refusal_texts = texts(trial.documents())
    broken_here = broken_musts(trial.recorded_request(), trial.form.history, trial.rules, trial.documents_before())
    if not broken_here:
        yield Finding(path="", message="the provider refused the request, but the request breaks no known MUST rule")
    for rule in broken_here:
        if not foretells(rule, refusal_texts):
            yield Finding(
                path="",
                message="the request breaks this rule, but the refusal has other words than the rule quotes",
                rule=rule.id,
            )


def texts(documents: list[Json]) -> list[str]:
    """Return every text in an answer."""
    return [text for text in pointer.within(documents) if isinstance(text, str)]


def foretells(rule: Rule, texts: list[str]) -> bool:
    """Return whether a refusal has words that the rule quotes from the provider. False if the rule quotes none.

    ``texts``: the texts in the refusal.
    """
    return any(_fits(refusal.words, text) for refusal in rule.refusal for text in texts)


def asked(
    body: Json, view: HistoryView, judged: tuple[Rule, ...], before: tuple[Json, ...] = ()
) -> list[tuple[Rule, list[Finding]]]:
    """Return the rules that apply to a request, each with its violations. ``before``: the answers before the
    request.
    """
    return held(checked(judged, "request"), read(body, view, before))


def broken_musts(body: Json, view: HistoryView, judged: tuple[Rule, ...], before: tuple[Json, ...] = ()) -> list[Rule]:
    """Return the MUST rules that a request breaks. ``before``: the answers before the request."""
    return [rule for rule, findings in asked(body, view, judged, before) if findings and rule.level == "MUST"]


def _fits(words: str, text: str) -> bool:
    """Return whether a text matches ``words``, in which ``...`` matches any text."""
    pattern = ".*".join(re.escape(piece.strip()) for piece in re.split(r"\.{3,}", words))
    return re.fullmatch(pattern, text.strip(), re.DOTALL) is not None


def violations(
    body: Json,
    view: HistoryView,
    judged: tuple[Rule, ...],
    before: tuple[Json, ...] = (),
    headers: dict[str, str] | None = None,
) -> Iterator[Finding]:
    """Yield a request's violations of the rules that have a checker.

    ``before``: the answers before the request. ``headers``: the headers of the request, if they are known.
    """
    sent = read(body, view, before)
    for rule in checked(judged, "request", headers):
        yield from broken(rule, sent)


def broken(rule: Rule, sent: Sent) -> Iterator[Finding]:
    """Yield the violations of a rule in a request or an answer. The rule must have a checker."""
    effect: Effect | None = "call" if rule.costs_calls else None
    for finding in checker(rule).violations(sent):
        yield msgspec.structs.replace(finding, rule=rule.id, level=rule.level, effect=finding.effect or effect)


@cache
def checker(rule: Rule) -> Checker:
    """Return the checker that a rule names, with the rule's parameters.

    Raises ``ClaimError`` if there is no such checker, or if it does not accept the parameters.
    """
    kind = BY_NAME.get(str(rule.check))
    if kind not in _OF[rule.applies_to]:
        known = ", ".join(sorted(name for name, kind in BY_NAME.items() if kind in _OF[rule.applies_to]))
        raise ClaimError(
            f"{rule.id}: check: expected a checker for {rule.applies_to} rules, got {rule.check!r}; "
            f"write one of {known}"
        )
    try:
        return msgspec.convert(rule.parameters, kind)
    except msgspec.ValidationError as error:
        raise ClaimError(f"{rule.id}: parameters: {explained(str(error), rule.parameters, kind)}") from None

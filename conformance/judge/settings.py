"""Checks that a request has the user's limit of output tokens, asks for reasoning as the user does, and has no option
that the user did not choose.

The comparison with the recorded request ignores these options, because a recording may have other values. The checks of
this module compare the adapter's request with the user's request.
"""

from collections.abc import Iterator, Mapping

from conformance.judge import arguments, wording
from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.trial import Trial
from toolwire.model import Json
from toolwire.providers.wire_format import LimitPlaces, ReasoningOption, RequestOption
from toolwire.wire import pointer
from toolwire.wire.numbers import exact

LIMIT = "max_output_tokens"
_NOTHING: tuple[Json, ...] = (None, "", [])


def limit(trial: Trial) -> Iterator[Finding]:
    """Check that the request has the limit of output tokens that the adapter got, and no limit if it got none."""
    sent, places = trial.sent(), trial.form.settings.limit
    if not isinstance(sent, dict) or places is None:
        raise NotApplicable
    yield from _limit(places, _asked(trial), sent)


def sampling(trial: Trial) -> Iterator[Finding]:
    """Check that the request has no sampling option, because the user's request has none. The provider's default value
    is allowed.
    """
    yield from _unchosen(trial, trial.form.settings.sampling)


def additions(trial: Trial) -> Iterator[Finding]:
    """Check that the request has no option that adds or removes context or changes the way in which the provider
    answers, because users' requests set none. The provider's default value is allowed.
    """
    yield from _unchosen(trial, trial.form.settings.additions)


def reasoning(trial: Trial) -> Iterator[Finding]:
    """Check that the request asks for visible reasoning if, and only if, the user does.

    A gateway that translates between dialects is not judged: no source states which request of the other dialect means
    the same.
    """
    sent, option = trial.sent(), trial.form.settings.reasoning
    if not isinstance(sent, dict) or option is None or trial.inexpressible is not None:
        raise NotApplicable
    asks, switches = list(_asks(option, sent)), list(_switches_off(option, sent))
    if trial.asks_reasoning:
        for path, value in switches:
            yield Finding(path=path, message=f"reasoning: expected visible reasoning, got {wording.shown(value)}")
        if not asks and not switches and option.default == "hidden":
            yield Finding(path=option.at[0], message="reasoning: expected a request for visible reasoning, got nothing")
        return
    for path, value in asks if option.default == "hidden" else switches:
        yield Finding(path=path, level="SHOULD", message=f"reasoning: expected nothing, got {wording.shown(value)}")


def _asks(option: ReasoningOption, document: Json) -> Iterator[tuple[str, Json]]:
    """Yield the values that ask for visible reasoning, each with its place."""
    for at in option.at:
        yield from _set(document, (at,), option.disables.get(at, ()))


def _switches_off(option: ReasoningOption, document: Json) -> Iterator[tuple[str, Json]]:
    """Yield the values that switch reasoning off, or hide it, each with its place."""
    for at, values in option.disables.items():
        for path, value in pointer.find(document, at):
            if _is_any(value, values):
                yield path, value


def _unchosen(trial: Trial, options: Mapping[str, RequestOption]) -> Iterator[Finding]:
    sent = trial.sent()
    if not isinstance(sent, dict) or not options:
        raise NotApplicable
    for name, option in options.items():
        for path, value in _set(sent, option.at, (option.default, *([] if option.bare else [{}]))):
            yield Finding(path=path, message=f"{name}: expected nothing, got {wording.shown(value)}")


def _asked(trial: Trial) -> Json:
    """Return the limit that the adapter got, or None if it got no limit. A gateway gets the limit in its client's
    request.
    """
    if trial.front is None:
        return trial.request.max_output_tokens
    places = trial.front.form.settings.limit
    found = _set(trial.front.recorded_request(), places.at, places.unlimited) if places else ()
    return next((value for _, value in found), None)


def _limit(places: LimitPlaces, asked: Json, sent: Json) -> Iterator[Finding]:
    """Yield the findings on a limit that is lost, changed, or added although the dialect does not require a limit.

    ``asked``: the limit that the adapter got. ``sent``: the body of the adapter's request.
    """
    found = list(_set(sent, places.at, places.unlimited))
    if asked is None:
        for path, value in () if places.required else found:
            yield Finding(path=path, message=f"{LIMIT}: expected nothing, got {wording.shown(value)}")
    elif not found:
        yield Finding(path=places.at[0], message=f"{LIMIT}: expected {wording.shown(asked)}, got nothing")
    else:
        budgets = [value for _, value in _set(sent, places.budget, ())]
        for path, value in found:
            if not arguments.same(asked, value) and not any(_is_sum(value, asked, budget) for budget in budgets):
                yield Finding(path=path, message=f"{LIMIT}: {wording.expected_got(asked, value)}")


def _set(document: Json, places: tuple[str, ...], meaningless: tuple[Json, ...]) -> Iterator[tuple[str, Json]]:
    """Yield the values at ``places`` in a document, each with its place.

    ``meaningless`` values, null, and empty texts and lists are left out.
    """
    for at in places:
        for path, value in pointer.find(document, at):
            if not _is_any(value, (*_NOTHING, *meaningless)):
                yield path, value


def _is_any(value: Json, listed: tuple[Json, ...]) -> bool:
    return any(arguments.same(value, each) for each in listed)


def _is_sum(value: Json, limit: Json, budget: Json) -> bool:
    """Return whether a limit is the sum of the user's limit and the budget for reasoning."""
    total, *parts = (exact(number) for number in (value, limit, budget))
    return total is not None and None not in parts and total.near() == sum(part.near() for part in parts if part)

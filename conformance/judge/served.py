"""The check that an endpoint served the request. The content of the model's answer does not matter."""

from collections.abc import Iterator
from typing import Final

from conformance.judge import arguments, wording
from conformance.judge.finding import Finding
from conformance.judge.trial import Trial
from toolwire.model import Expected
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_FIRST_FAULT_STATUS: Final = 500
_LINES: Final = ("ollama_chat",)
"""Dialects whose streams are lines of JSON. A stream of a single line looks like a plain answer."""
_ENDS: Final = {
    "interrupted": "the answer broke off: nothing marks its end",
    "malformed": "the answer cannot be read to its end",
}


def served(trial: Trial) -> Iterator[Finding]:
    """Check that the endpoint sent no server error, and a stream only if a stream was requested.

    A live answer must also be complete, both in its reading and on the wire. A recorded answer may be cut, because some
    scenarios are about cut answers. An error in the request is not the endpoint's fault.
    """
    answer, expected = trial.recorded.response, trial.expected
    error = expected.error if expected else None
    words = f": {error.message}" if error else ""
    if answer.status >= _FIRST_FAULT_STATUS:
        yield Finding(path="status", effect="rejected", message=f"{answer.status}, an error of the server's own{words}")
    elif trial.live and not trial.refused and error is not None:
        yield Finding(path="error", effect="rejected", message=f"the answer broke off with an error{words}")
    elif trial.live and expected is not None and expected.finish in _ENDS:
        yield Finding(path="finish", effect="call", message=_ENDS[expected.finish])
    elif trial.lost is not None:
        yield Finding(path="finish", effect="call", message=trial.lost)
    elif trial.limited and expected is not None and expected.finish == "tool_calls":
        yield from _cut_calls(expected)
    if trial.is_unasked_stream:
        yield Finding(path="content-type", effect="call", message="expected one document, got a stream")
    if _is_document(trial):
        yield Finding(path="content-type", effect="call", message="expected a stream, got one document")


def _is_document(trial: Trial) -> bool:
    """Return whether the answer is a single document although a stream was requested.

    The vendors' SDKs find no event in such an answer.
    """
    answer = trial.recorded.response
    if trial.mode != "stream" or trial.refused or trial.form.dialect in _LINES:
        return False
    try:
        return isinstance(exact_json.loads(answer.body), dict)
    except JsonError:
        return False


def _cut_calls(expected: Expected) -> Iterator[Finding]:
    """Yield a finding for each call that the token limit cut, although the answer ends normally."""
    for n, call in enumerate(expected.calls):
        if call.kind == "function" and arguments.ends_early(call.arguments):
            message = f"the token limit cut the call of {call.name}, but the answer ends as if the call were complete"
            yield Finding(
                path=f"calls/{n}/arguments", effect="call", message=f"{message}: {wording.shown(call.arguments)}"
            )

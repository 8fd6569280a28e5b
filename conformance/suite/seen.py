"""What somebody who looks into a failure wants to see of an exchange."""

from typing import Final

import msgspec

from conformance.judge.trial import Trial
from conformance.report.results import Seen
from toolwire.model import to_builtins
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest

_LONGEST: Final = 4000


def silent(trial: Trial) -> bool:
    """Whether whoever uses the adapter does not learn that something went wrong: nothing raised, no error told."""
    read = trial.decoded
    return trial.trouble is None and (read is None or read.error is None)


def seen(trial: Trial, turn: int) -> Seen:
    """Both sides of an exchange, as text; of a gateway also what it handed on."""
    got = trial.trouble if trial.decoded is None else as_json(trial.decoded)
    if trial.front is not None and trial.played:
        got = f"{_answer(trial.front)}\n{got}"
    return Seen(
        exchange=turn + 1,
        sent=cut(request_text(trial.encoded)) if trial.encoded else "",
        due=cut(request_text(trial.recorded.request)),
        received=cut(_answer(trial)),
        expected=cut(as_json(trial.expected)) if trial.expected else "",
        got=cut(got or "nothing: its request is not the recorded one"),
    )


def request_text(request: WireRequest) -> str:
    """A request for people."""
    return f"{request.method} {request.url}\n{request.body.decode(errors='backslashreplace')}"


def _answer(trial: Trial) -> str:
    try:
        documents = "\n".join(one if isinstance(one, str) else exact_json.dumps(one) for one in trial.documents())
    except WireError:
        documents = trial.recorded.response.body.decode(errors="backslashreplace")
    return f"{trial.recorded.response.status}\n{documents}"


def as_json(value: msgspec.Struct) -> str:
    """A canonical value on one line."""
    return exact_json.dumps(to_builtins(value))


def cut(text: str) -> str:
    """Text that is not too long."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ... ({len(text)} characters)"

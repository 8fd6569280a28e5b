"""Examples of deviations of form. Each example is the first answer of a cassette, without and with the deviation."""

from collections.abc import Iterable
from functools import cache

from conformance.data import kept
from conformance.mutants import Change, read, write
from conformance.mutants.answer import Mode
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.deviations import Deviation
from toolwire.providers import owner
from toolwire.wire.exchange import Exchange


def case(deviation: Deviation, mode: Mode) -> Case:
    """Return the case whose first answer gets the deviation. Raises ``CassetteError``."""
    return _case(CassetteName(owner(deviation.dialect), deviation.dialect, deviation.scenario, mode))


def bodies(deviation: Deviation, mode: Mode) -> tuple[bytes, bytes]:
    """Return two bodies of the first answer of the deviation's case: without the deviation, and with the deviation.
    Both have the changes in ``Deviation.given``. Raises ``CassetteError``.
    """
    exchange = case(deviation, mode).cassette.exchanges[0]
    return _changed(exchange, deviation.given), _changed(exchange, (*deviation.given, *deviation.apply))


@kept
@cache
def _case(name: CassetteName) -> Case:
    return open_case(name)


def _changed(exchange: Exchange, changes: Iterable[Change]) -> bytes:
    answer = read(exchange)
    for change in changes:
        change.apply(answer)
    return write(answer).body

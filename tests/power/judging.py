"""What the gate judges of one dialect, or one text format, in this process."""

from collections.abc import Callable, Iterator
from zlib import crc32

from conformance.adapters.adapter import Adapter
from conformance.judge.result import Result
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import is_generated
from conformance.suite.run import results_in_text, results_of
from conformance.suite.selection import USUAL, Deliveries, Generated, Selection
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner


def chosen(
    subject: str, *, mutants: bool = False, deliveries: Deliveries = "usual", generated: Generated = USUAL
) -> Selection:
    """Return what the gate chooses of a dialect, with its owner, or of a text format; by default, the default gate."""
    provider = owner(subject) if subject in DIALECTS else "text"
    return Selection(providers=(provider,), mutants=mutants, deliveries=deliveries, generated=generated)


def red(made: Callable[[], Adapter], subject: str, selected: Selection) -> Iterator[list[Result]]:
    """Yield what is red of each case; each is played by an adapter that remembers no other one."""
    played, texts = ([name for name in names if name.dialect == subject] for names in (selected.names, selected.texts))
    for name in sorted(played, key=_turn):
        yield [result for result in results_of(name, made(), selected) if result.red]
    for name in texts:
        yield [result for result in results_in_text(name, made(), selected) if result.red]


def _turn(name: CassetteName) -> tuple[bool, int]:
    """Return when a case is played: first those with values of every kind, then one of each other kind soon."""
    return not is_generated(name), crc32(str(name).encode())

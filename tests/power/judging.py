"""The gate's judgement of a dialect or a text format, in this process."""

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
    """Return the gate's selection for a dialect and its owner, or for a text format. Defaults are those of the gate."""
    provider = owner(subject) if subject in DIALECTS else "text"
    return Selection(providers=(provider,), mutants=mutants, deliveries=deliveries, generated=generated)


def red(made: Callable[[], Adapter], subject: str, selected: Selection) -> Iterator[list[Result]]:
    """Yield the red results of each case. Each case gets a new adapter, which remembers no other case."""
    played, texts = ([name for name in names if name.dialect == subject] for names in (selected.names, selected.texts))
    for name in sorted(played, key=_turn):
        yield [result for result in results_of(name, made(), selected) if result.red]
    for name in texts:
        yield [result for result in results_in_text(name, made(), selected) if result.red]


def _turn(name: CassetteName) -> tuple[bool, int]:
    """Return the sort key of a case. Generated cases come first. Generated cases and other cases are each shuffled, in
    the same way in every run.
    """
    return not is_generated(name), crc32(str(name).encode())

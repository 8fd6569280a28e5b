"""Tests of the progress of long work."""

from io import StringIO

import pytest
from rich.console import Console

from conformance import progress
from conformance.progress import tracked


def test_a_log_gets_lines_and_every_item_is_yielded() -> None:
    log = StringIO()
    assert list(tracked("abc", "Judging cases", Console(file=log), total=3, seconds=0)) == ["a", "b", "c"]
    assert log.getvalue().splitlines() == [f"Judging cases: {number} of 3" for number in (1, 2, 3)]


def test_the_last_line_counts_all_items(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((0, 1, 25, 26, 27, 28))
    monkeypatch.setattr(progress, "monotonic", lambda: next(times))
    log = StringIO()
    assert list(tracked("abcd", "Judging cases", Console(file=log))) == [*"abcd"]
    assert log.getvalue().splitlines() == ["Judging cases: 2 of 4", "Judging cases: 4 of 4"]


def test_the_total_may_be_unknown() -> None:
    log = StringIO()
    assert len(list(tracked(iter(range(1000)), "Reading", Console(file=log), seconds=0))) == 1000
    assert log.getvalue().splitlines()[-1] == "Reading: 1,000"


def test_short_work_writes_nothing_to_a_log() -> None:
    log = StringIO()
    assert list(tracked([1, 2], "Reading", Console(file=log))) == [1, 2]
    assert not log.getvalue()


def test_a_quiet_console_shows_nothing() -> None:
    log = StringIO()
    assert list(tracked([1, 2], "Reading", Console(file=log, quiet=True), seconds=0)) == [1, 2]
    assert not log.getvalue()


def test_a_terminal_gets_a_bar_that_vanishes() -> None:
    terminal = StringIO()
    assert list(tracked([1, 2], "Reading", Console(file=terminal, force_terminal=True))) == [1, 2]
    assert "Reading" in terminal.getvalue()

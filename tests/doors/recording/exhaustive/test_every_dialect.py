"""Tests of live recording in every dialect. They take minutes."""

import pytest

from tests.doors.recording.conftest import EVERY, Bench
from tests.doors.recording.test_record import all_recorded


@pytest.mark.parametrize(("provider", "dialect"), EVERY)
def test_recordings_replace_documented_cassettes_and_the_suite_stays_green(
    provider: str, dialect: str, bench: Bench
) -> None:
    all_recorded(provider, dialect, bench)

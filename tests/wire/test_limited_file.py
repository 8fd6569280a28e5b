"""Tests of the reading of files within limits, with no more memory than the files have bytes."""

import tracemalloc
from pathlib import Path

import pytest

from toolwire.wire import limited_file


@pytest.mark.parametrize("size", [0, 1, 10])
def test_a_file_within_the_limit_is_read_whole(tmp_path: Path, size: int) -> None:
    (tmp_path / "file").write_bytes(b"x" * size)
    assert limited_file.content(tmp_path / "file", 10) == b"x" * size


def test_a_file_above_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 11)
    with pytest.raises(OSError, match="expected at most"):
        limited_file.content(tmp_path / "file", 10)


SIZE_UNKNOWN = Path("/proc/self/maps")


@pytest.mark.skipif(not SIZE_UNKNOWN.exists(), reason="needs Linux")
def test_a_file_of_unknown_size_is_read_whole_or_refused() -> None:
    assert b"python" in limited_file.content(SIZE_UNKNOWN)
    with pytest.raises(OSError, match="expected at most"):
        limited_file.content(SIZE_UNKNOWN, 10)


def test_a_small_file_takes_little_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    tracemalloc.start()
    try:
        limited_file.content(tmp_path / "file")
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()

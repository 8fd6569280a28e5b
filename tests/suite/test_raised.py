"""Tests that an exception is shown with its line in the adapter's code, for every kind of adapter."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from conformance.adapters.answering import answering, reply
from conformance.adapters.protocol import ReadText, to_line
from conformance.adapters.unsupported import raised, without_place
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.text_case import open_text_case
from conformance.suite import text_formats
from conformance.suite.verdicts import judge

ADAPTER: Final = """\
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient

from . import library


class Reads(ReferenceAdapter):
    def read_text(self, text_format, pieces, tools):
        return self.fails()

    def decode(self, dialect, response):
        return self.fails()

    def fails(self):
        return {}["name"]


class Converses(ReferenceClient):
    def converse(self, task):
        yield {}["name"]


class Uses(ReferenceAdapter):
    def read_text(self, text_format, pieces, tools):
        import parsers_of_others
        return parsers_of_others.parse("".join(pieces))


class Misses(ReferenceAdapter):
    def read_text(self, text):
        pass
"""
LIBRARY: Final = """\
import json


def parse(text):
    return json.loads("{")
"""
TEXT: Final = CassetteName("text", "hermes", "call-single", "plain")
WIRE: Final = CassetteName("openai", "openai_chat", "call-single", "plain")


@pytest.fixture
def adapters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / "its_package").mkdir()
    (tmp_path / "its_package" / "__init__.py").write_text("")
    (tmp_path / "its_package" / "library.py").write_text("")
    (tmp_path / "its_package" / "adapter.py").write_text(ADAPTER)
    (tmp_path / "parsers_of_others.py").write_text(LIBRARY)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("its_package.adapter")
    for name in [name for name in sys.modules if name.startswith(("its_package", "parsers_of_others"))]:
        del sys.modules[name]


def messages(results: tuple[Any, ...]) -> set[str]:
    return {finding.message for result in results if result.outcome == "fail" for finding in result.findings}


def test_the_place_is_shown_at_every_door(adapters: Any) -> None:
    message = "KeyError: 'name' (its_package/adapter.py:{})"
    assert messages(text_formats.judge(open_text_case(TEXT), adapters.Reads())) == {message.format(15)}
    assert message.format(15) in messages(judge(open_case(WIRE), adapters.Reads()))
    assert message.format(20) in messages(judge(open_case(WIRE), adapters.Converses()))
    asked = to_line(ReadText(seq=2, text_format="hermes", pieces=("a",), tools=()))
    assert message.format(15).encode() in reply(answering(adapters.Reads()), asked)


def test_where_a_library_raised_stands_behind_it(adapters: Any) -> None:
    [message] = messages(text_formats.judge(open_text_case(TEXT), adapters.Uses()))
    assert message.startswith("JSONDecodeError: Expecting property name")
    assert message.endswith(" (its_package/adapter.py:26; parsers_of_others.py:5)")


def test_where_the_adapter_is_not_reached_there_is_no_place(adapters: Any) -> None:
    [message] = messages(text_formats.judge(open_text_case(TEXT), adapters.Misses()))
    assert message == "TypeError: Misses.read_text() takes 2 positional arguments but 4 were given"
    assert raised(ValueError("odd")) == "ValueError: odd"


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("KeyError: 'name' (mine/adapter.py:12)", "KeyError: 'name'"),
        ("KeyError: 'name' (mine/adapter.py:12; theirs.py:3)", "KeyError: 'name'"),
        ("JSONDecodeError: Extra data (char 4)", "JSONDecodeError: Extra data (char 4)"),
        ("ValueError: (a.py:1) is no place", "ValueError: (a.py:1) is no place"),
    ],
)
def test_what_is_kept_of_libraries_has_no_place(message: str, kept: str) -> None:
    assert without_place(message) == kept

"""Tests of notes on root causes: strict reading, their place after their causes, and no notes about unknown causes."""

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec
import pytest

from conformance.report import adapters, cause_notes, markdown
from conformance.report.adapters import Library
from conformance.report.cause_notes import CauseNote, CauseNotes, CauseNotesError
from conformance.report.causes import LibraryCause

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = Path("reports", "adapters")
LIBRARIES: Final = {library.name: library for library in adapters.read(ROOT / FOLDER)}
NOTE: Final = """\
- cause: request/tool_choice/lost
  source: [some/bedrock.py:143, some/tools.py:7]
  why: The client builds the request without `tool_choice`.
  repair: Hand it on.
"""


def written(folder: Path, notes: str = NOTE, version: str = "version: '3.1'\n") -> Path:
    path = cause_notes.file_of("some", folder)
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{version}notes:\n{notes}", encoding="utf-8")
    return path


def cause(name: str = "request/tool_choice/lost", **changes: Any) -> LibraryCause:
    given: dict[str, Any] = {
        "id": name, "effect": "tools", "silent": True, "checks": ("request-matches",),
        "heading": 'The request leaves tool_choice to the model: expected "any", got nothing',
        "finding": '/tool_choice: expected "any", got nothing',
        "smallest": "openai/openai_chat/choice-required/plain/request-matches",
        "expected": 'POST https://some.example\n{"model": "m", "tool_choice": "any"}',
        "actual": 'POST https://some.example\n{"model": "m"}',
        "cases": ("openai/openai_chat/choice-required/plain", "groq/openai_chat/choice-required/stream"),
    }  # fmt: skip
    return LibraryCause(**given | changes)


def library(*causes: LibraryCause) -> Library:
    return Library(
        name="some", version="3.2", language="python", date="2026-01-01", installed={"some": "3.2"}, judged=(),
        adapters=("some.module:Some",), causes=causes,
    )  # fmt: skip


def test_notes_are_read_by_library(tmp_path: Path) -> None:
    written(tmp_path)
    notes = cause_notes.read(tmp_path)["some"]
    assert notes == CauseNotes(
        version="3.1",
        notes=(
            CauseNote(
                cause="request/tool_choice/lost",
                source=("some/bedrock.py:143", "some/tools.py:7"),
                why="The client builds the request without `tool_choice`.",
                repair="Hand it on.",
            ),
        ),
    )
    assert notes.on("request/tool_choice/lost") == notes.notes[0]
    assert notes.on("request/tool/lost") is None


def test_a_folder_without_notes_has_none(tmp_path: Path) -> None:
    assert cause_notes.read(tmp_path) == {}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"notes": NOTE.replace("why:", "because:")}, "notes.0: Object contains unknown field `because`; its keys are"),
        ({"notes": NOTE.replace("  repair: Hand it on.\n", "")}, "notes.0: Object missing required field `repair`"),
        ({"version": ""}, "Object missing required field `version`"),
        ({"version": "version: 3.1\n"}, "version: Expected `str`, got `float`"),
        ({"notes": NOTE + NOTE}, "notes: expected a single note for cause request/tool_choice/lost, got 2"),
        ({"notes": NOTE.replace(":143", "")}, "notes.0.source.0: expected a line of a file such as some/module.py:12"),
        ({"notes": NOTE.replace(":143", ":0")}, "notes.0.source.0: expected a line of a file such as"),
        ({"notes": NOTE.replace("[some/bedrock.py:143, some/tools.py:7]", "[]")}, "notes.0.source: Expected `array`"),
        ({"notes": NOTE.replace("Hand it on.", "''")}, "notes.0.repair: Expected `str` of length >= 1"),
        ({"notes": "- ]"}, "did not find expected node content"),
    ],
    ids=[
        "an unknown key", "a missing key", "no version", "a version that is a number", "two notes for one cause",
        "a source without a line", "a source at line 0", "no source", "an empty text", "no YAML",
    ],
)  # fmt: skip
def test_a_fault_is_named_with_file_and_place(tmp_path: Path, changes: dict[str, str], fault: str) -> None:
    path = written(tmp_path, **changes)
    with pytest.raises(CauseNotesError) as raised:
        cause_notes.read(tmp_path)
    assert str(raised.value).startswith(f"{path}: ")
    assert fault in str(raised.value)


def test_a_note_about_nothing_is_stale(tmp_path: Path) -> None:
    written(tmp_path)
    notes = cause_notes.read(tmp_path)
    assert list(cause_notes.stale([library(cause())], notes, FOLDER)) == []
    assert list(cause_notes.stale([library(cause("request/tool/lost"))], notes, FOLDER)) == [
        "reports/adapters/notes/some.yaml: note for cause request/tool_choice/lost: some 3.2 has no such cause: "
        "correct the cause, or remove the note"
    ]
    assert list(cause_notes.stale([], notes, FOLDER)) == [
        "reports/adapters/notes/some.yaml: unknown library: some"
    ]  # fmt: skip


def test_what_costs_nothing_needs_no_note(tmp_path: Path) -> None:
    written(tmp_path)
    kept = library(cause(), cause("request/tool/lost"), cause("rule/stream-order", effect="form"))
    assert cause_notes.unexplained(kept, cause_notes.read(tmp_path)["some"]) == ("request/tool/lost",)
    assert cause_notes.unexplained(kept, None) == ("request/tool_choice/lost", "request/tool/lost")


def test_the_page_has_a_row_and_a_section_for_each_cause(tmp_path: Path) -> None:
    written(tmp_path)
    kept = library(cause(), cause("request/tool/lost", heading="The request loses tool: x", finding="/tools: lost"))
    page = markdown.to_causes(kept, cause_notes.read(tmp_path)["some"])
    table, first, second = page.split('\n<details markdown="1"><summary>')
    assert (
        "| [1](#cause.request/tool_choice/lost) | tools, silently | "
        "The request leaves tool\\_choice to the model: `expected " in table
    )
    assert "| 2 | openai, openai_chat; groq, openai_chat |" in table
    assert first.startswith(
        '<a id="cause.request/tool_choice/lost"></a>1. The request leaves tool_choice to the model</summary>\n'
    )
    assert "tools, silently. 2 cases of 1 scenario, plain and streamed, with openai, openai_chat; groq" in first
    assert "\nconformance gate openai/openai_chat/choice-required/plain/request-matches --adapter some." in first
    assert '\n-{"model": "m", "tool_choice": "any"}\n+{"model": "m"}\n' in first
    assert "**Why** (read in some 3.1: `some/bedrock.py:143`, `some/tools.py:7`). The client builds" in first
    assert "**Repair.** Hand it on." in first
    assert second.startswith('<a id="cause.request/tool/lost"></a>2. The request loses tool</summary>\n')
    assert "Why" not in second
    assert page.count("</details>") == 2


def test_in_a_note_only_backticks_mean_anything() -> None:
    text = "The `__init__` of list<str> takes **kwargs,\n  $ref and _all_ [too](x)."
    note = CauseNote(cause="request/tool_choice/lost", source=("some/tools.py:7",), why=text, repair="None.")
    page = markdown.to_causes(library(cause()), CauseNotes(version="3.1", notes=(note,)))
    assert r"The `__init__` of list\<str\> takes \*\*kwargs, $ref and \_all\_ \[too\](x)." in page


def test_long_values_stand_on_the_page_in_part(tmp_path: Path) -> None:
    long = "y" * 5000
    page = markdown.to_causes(library(cause(heading=f"The request adds text: got {long}", actual=long)))
    assert max(map(len, page.splitlines())) < 600


@pytest.fixture(scope="module")
def notes() -> dict[str, CauseNotes]:
    return cause_notes.read(ROOT / FOLDER)


def test_every_file_of_notes_is_of_a_library(notes: dict[str, CauseNotes]) -> None:
    assert notes.keys() <= LIBRARIES.keys()


@pytest.mark.parametrize("name", LIBRARIES)
def test_no_committed_note_is_about_a_cause_that_is_gone(name: str, notes: dict[str, CauseNotes]) -> None:
    of_library = {name: notes[name]} if name in notes else {}
    assert list(cause_notes.stale([LIBRARIES[name]], of_library, FOLDER)) == []


@pytest.mark.parametrize("name", LIBRARIES)
def test_every_cause_that_costs_anything_has_a_note(name: str, notes: dict[str, CauseNotes]) -> None:
    missing = cause_notes.unexplained(LIBRARIES[name], notes.get(name))
    assert [f"{cause_notes.file_of(name, FOLDER)}: no note for cause {cause}" for cause in missing] == []


@pytest.fixture
def regenerate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "tools")
    module = importlib.import_module("regenerate")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr("sys.argv", ["regenerate.py", "--check"])
    folder = tmp_path / FOLDER
    folder.mkdir(parents=True)
    adapters.write(library(cause("request/tool/lost")), folder)
    return module


@pytest.mark.parametrize(
    ("notes", "message"),
    [
        (
            NOTE,
            "reports/adapters/notes/some.yaml: note for cause request/tool_choice/lost: some 3.2 has no such cause: "
            "correct the cause, or remove the note",
        ),
        (NOTE + NOTE, "reports/adapters/notes/some.yaml: notes: expected a single note for cause "
        "request/tool_choice/lost, got 2"),
    ],
    ids=["a cause that is gone", "a file that is wrong"],
)  # fmt: skip
def test_making_the_reports_ends_with_one_line(
    regenerate: ModuleType, tmp_path: Path, notes: str, message: str
) -> None:
    written(tmp_path / FOLDER, notes)
    with pytest.raises(SystemExit) as ended:
        regenerate.main()
    assert ended.value.code == message


def test_the_reports_are_made_where_the_notes_are_right(regenerate: ModuleType, tmp_path: Path) -> None:
    written(tmp_path / FOLDER, NOTE.replace("tool_choice", "tool"))
    assert regenerate.notes_at_fault() == ""
    (page,) = regenerate.library_pages().values()
    assert b"**Repair.** Hand it on." in page


def test_a_note_stays_valid_in_another_version(tmp_path: Path) -> None:
    written(tmp_path)
    found = cause_notes.read(tmp_path)["some"]
    assert found.version != library().version
    assert list(cause_notes.stale([library(cause())], {"some": found}, FOLDER)) == []
    assert "read in some 3.1" in markdown.to_causes(library(cause()), found)


def test_a_note_names_the_packages_whose_lines_it_has(tmp_path: Path) -> None:
    written(tmp_path)
    installed = {"some-core": "3.1", "some-llms-google-genai": "0.4", "@ai-sdk/google": "7.1"}
    judged = msgspec.structs.replace(library(cause()), version="3.1", installed=installed)
    lines = ("some/llms/google_genai/base.py:3", "some/llms/google_genai/base.py:4", "@ai-sdk/google/dist/index.js:1")
    notes = cause_notes.read(tmp_path)["some"]
    assert cause_notes.read_in(lines, notes, judged) == "some-llms-google-genai 0.4, @ai-sdk/google 7.1"
    assert cause_notes.read_in(("else/where.py:1",), notes, judged) == "some 3.1"
    assert cause_notes.read_in(lines, msgspec.structs.replace(notes, version="3.0"), judged) == "some 3.0"

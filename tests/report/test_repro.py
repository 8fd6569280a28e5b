"""Tests of scripts that show root causes: their source, claims, proofs, and kept files."""

import ast
import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from conformance.judge.effect import COSTS_NOTHING
from conformance.report import adapters
from conformance.report.adapters import Library
from conformance.report.causes import LibraryCause
from conformance.report.repro import kept
from conformance.report.repro.claim import UNKNOWN, AtPlace, Claim, Count, Member, Raised, Shown, Unwanted, claim
from conformance.report.repro.proof import disproof
from conformance.report.repro.script import has_template, script
from conformance.report.repro.situation import NoRepro
from conformance.report.repro.source import imports, keywords, source
from conformance.report.results import ResultsError

FOLDER: Final = Path(__file__).resolve().parents[2] / "reports" / "adapters"
LIBRARIES: Final = [library for library in adapters.read(FOLDER) if has_template(library)]
HERE: Final = re.compile(r"/(?:home|root|tmp|work|usr|Users)/|\.adapters|site-packages|127\.0\.0\.1:(?!8765\b)")
"""Traces of the machine that made the reports: paths and local addresses."""
LONG: Final = {"type": "object", "properties": {f"property {n}": {"enum": ["a", None, n]} for n in range(9)}}


@pytest.mark.parametrize(
    "value",
    ["plain", "it's", 'say "so"', "both ' and \"", "\\n\n\t", "寿司", True, None, 1.5, [], {}, [1, {"a": "b"}], LONG],
    ids=repr,
)
def test_source_is_the_value(value: Any) -> None:
    written = source(value)
    assert ast.literal_eval(written) == value
    assert max(map(len, written.splitlines())) <= 110
    assert ast.literal_eval(f"[0{keywords({'x': value}).replace(' x=', ' ')}]") == [0, value]


def test_what_is_made_is_called_and_imported() -> None:
    made = {"make": "some.models:Model.of", "with": {"url": "u", "key": {"make": "other:Key", "with": {"text": "k"}}}}
    assert source(made) == 'Model.of(url="u", key=Key(text="k"))'
    assert imports([made]) == {"from some.models import Model", "from other import Key"}


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.name)
def test_scripts_are_made_of_committed_causes(library: Library) -> None:
    wanted = [cause for cause in library.causes or () if cause.effect not in COSTS_NOTHING]
    made = 0
    for cause in wanted:
        try:
            found = script(library, cause)
        except NoRepro:
            continue
        made += 1
        ast.parse(found.text)
        assert "conformance" not in found.text
        assert "toolwire" not in found.text
        assert HERE.search(found.text) is None
        assert found.evidence in found.text
        assert f"{library.name} {library.version}" in found.text
    assert made or all(cause.smallest.startswith("text/") and not cause.received for cause in wanted)


def cause(id: str, finding: str, expected: str = "", actual: str = "", **more: Any) -> LibraryCause:  # noqa: A002
    return LibraryCause(
        id=id,
        effect="tools",
        silent=True,
        heading="",
        finding=finding,
        smallest="openai/openai_chat/call-single/plain/request-matches",
        expected=expected,
        actual=actual,
        cases=(),
        checks=(),
        **more,
    )


RECORDED: Final = {
    "tools": [{"strict": True}],
    "n": [1, None],
    "m": {"a": 1, "b": 2},
    "twice": [7, 7, 8],
    "parametersJsonSchema": {"a": 1},
}
READ: Final = json.dumps({"calls": [{"name": "f", "arguments": '{"a": 1}', "id": "1"}], "text": "Hello"})


def sent(**changes: Any) -> str:
    whole = {key: RECORDED[key] for key in ("tools", "n", "m", "twice")} | changes
    return f"POST https://api.some.example/v1\n{json.dumps(whole)}"


def reading(*calls: dict[str, Any], text: str = "Hello") -> str:
    parts = [{"type": "text", "text": text}] * bool(text) + [{"type": "tool_call", **call} for call in calls]
    return json.dumps({"parts": parts, "finish": {"reason": "stop"}})


CALL: Final = {"name": "f", "arguments": {"text": '{"a":1}', "form": "object"}, "id": "1"}
CLAIMS: Final[dict[str, tuple[LibraryCause, Claim]]] = {
    "a value that is lost": (
        cause("request/tool.strict/lost", "/tools/0/strict: expected true, got nothing", actual=sent(tools=[{}])),
        AtPlace(("tools", 0, "strict"), True, "nothing"),
    ),
    "an item null that is lost": (
        cause("request/x/lost", "exchange 2: /n/1: missing item 1: null", actual=sent(n=[1])),
        Member(("n",), None, True),
    ),
    "an item that is added": (
        cause("request/x/added", '/tools/1: unexpected item 1: {"a": 1}', actual=sent(tools=[{"a": 1, "b": 2}])),
        Member(("tools",), {"a": 1}, False),
    ),
    "an item of a request that is not kept whole": (
        cause("request/x/lost", '/tools/7: missing item 7: {"strict": true}', actual="POST /\n{ ... "),
        Member(("tools",), {"strict": True}, True),
    ),
    "an item that is lost beside an equal item": (
        cause("request/x/lost", "/twice/1: missing item 1: 7", actual=sent(twice=[7, 8])),
        Count(("twice",), 7, 2, 1),
    ),
    "an item that is added beside an equal item": (
        cause("request/x/added", "/n/1: unexpected item 1: 1", actual=sent(n=[1, 1, None])),
        Count(("n",), 1, 1, 2),
    ),
    "one member of an object": (
        cause("request/x/changed", '/m: expected {"a":1,"b":2}, got {"a":1,"b":3}', actual=sent(m={"a": 1, "b": 3})),
        AtPlace(("m", "b"), 2, 3),
    ),
    "results that are swapped since they have no names": (
        cause("request/result/swapped", "/m/a: expected 7, got 1", actual=sent(m={"a": 1})),
        AtPlace(("m", "b"), 2, "nothing"),
    ),
    "a list in another order": (
        cause("request/x/retyped", "/n: expected [null,1], got 1", actual=sent(n=1)),
        AtPlace(("n",), [1, None], 1),
    ),
    "a request that is not kept whole": (
        cause("request/x/changed", "/m/a: expected 1, got 7; the sent schema accepts 7", actual="POST /\n{ ... "),
        AtPlace(("m", "a"), 1, 7),
    ),
    "a value that is not kept whole": (
        cause("request/x/changed", '/tools: expected [{"strict": ..., got [{"stri', actual="POST /\n{ ... "),
        AtPlace(("tools",), [{"strict": True}], UNKNOWN),
    ),
    "a key of another name": (
        cause("request/x/lost", "/parametersJsonSchema/a: expected 1, got nothing", actual=sent(parameters={})),
        AtPlace(("parameters", "a"), 1, "nothing"),
    ),
    "a rule": (
        cause("rule/some", '/m: expected a match of [a-z]+, got "A"', rules=("openai.some",)),
        Unwanted("openai.some", "a match of [a-z]+", "A"),
    ),
    "a call that is lost": (
        cause("answer/calls/lost", "calls: expected 1 call (f), got no calls", READ, reading()),
        Shown("names", ["f"], []),
    ),
    "arguments": (
        cause(
            "answer/call.arguments/changed",
            "exchange 1: calls/0/arguments: expected ...",
            READ,
            reading(CALL | {"arguments": {"text": "{", "form": "invalid"}}),
        ),
        Shown("arguments", [{"a": 1}], ["{"]),
    ),
    "ids": (
        cause(
            "answer/call.id/repeated",
            "calls/0/id: two calls have the made-up id",
            json.dumps({"calls": [{"name": "f", "arguments": "{}"}] * 2}),
            reading(*[CALL | {"arguments": {"text": "{}"}}] * 2, text=""),
        ),
        Shown("ids", 2, 1),
    ),
    "text": (
        cause("answer/text/lost", 'text: expected "Hello", got ""', READ, reading(CALL, text="")),
        Shown("text", "Hello", ""),
    ),
    "an exception": (
        cause("raised/KeyError/a", "exchange 1: KeyError: 'a'", READ, "KeyError: 'a' (some/code.py:12)"),
        Raised("KeyError: 'a'", {"calls": [("f", {"a": 1})]}),
    ),
    "an error in place of an answer": (
        cause("answer/text/lost", "text: expected ...", READ, '{"parts":[],"error":{"message":"So: no\\nmore"}}'),
        Raised("So: no", {"calls": [("f", {"a": 1})]}),
    ),
    "a text format": (
        cause(
            "text/calls/calls/lost",
            'calls: calls: expected ["f"], got []',
            json.dumps([{"type": "tool_call", **CALL}]),
            reading(),
        ),
        Shown("names", ["f"], []),
    ),
}


@pytest.mark.parametrize(("found", "expected"), CLAIMS.values(), ids=CLAIMS)
def test_a_claim_is_one_value(found: LibraryCause, expected: Claim) -> None:
    assert claim(found, json.dumps(RECORDED).encode()) == expected


NO_CLAIMS: Final = {
    "the same in both": cause("request/x/changed", "/m/a: expected 1, got 2", actual=sent()),
    "another value in the recorded request": cause(
        "request/x/changed", "/m/a: expected 2, got 3", actual=sent(m={"a": 3})
    ),
    "an item that the recorded request spells otherwise": cause(
        "request/x/lost", '/tools/0: missing item 0: {"strict": "yes"}', actual=sent(tools=[])
    ),
    "an id that is told by its call": cause("request/x/changed", "/m/a: expected the id of call 1, got that of call 2"),
    "an item that moved": cause("request/x/moved", '/tools/0: expected as item 0, got as item 1: {"strict": true}'),
    "an item that is there": cause("request/x/lost", "/n/0: missing item 0: 1", actual=sent()),
    "an item that is there as often": cause("request/x/lost", "/twice/0: missing item 0: 7", actual=sent()),
    "an item that is there more often": cause("request/x/lost", "/n/0: missing item 0: 1", actual=sent(n=[1, 1])),
    "an item that is not kept whole": cause("request/x/lost", '/n/0: missing item 0: {"a": "b ...', actual=sent(n=[])),
    "no place": cause("request/x/lost", "something is missing", actual=sent()),
    "a number that breaks a rule": cause("rule/x", "/tools/*: expected at most 20, got 64", rules=("a.x",)),
    "a changed stream": cause("stream/index-zero/calls/lost", "calls: expected ..."),
    "a gateway's own answer": cause("front/finish/changed", "finish: expected stop, got nothing"),
    "a part of a reading": cause("text/calls/x", "calls: expected ...", READ, '{"parts":[{"type ... (9 ...'),
    "a part of the expected answer": cause("text/calls/x", "calls: expected ...", '[{"type ... (9 ...', READ),
    "a finish reason": cause("answer/finish/x", 'finish: expected "stop", got "length"', READ, READ),
}


@pytest.mark.parametrize("found", NO_CLAIMS.values(), ids=NO_CLAIMS)
def test_what_no_value_shows_has_no_claim(found: LibraryCause) -> None:
    with pytest.raises(NoRepro):
        claim(found, json.dumps(RECORDED).encode())


PLACE: Final = AtPlace(("a",), 1, {"id": "call_0123456789abcdefghij", "b": 2})
FAILED: Final = "Traceback (most recent call last):\n  File x\nAssertionError\n"
RUNS: Final[dict[str, tuple[Claim, str, str, str | None]]] = {
    "the actual": (PLACE, f"got: {json.dumps(PLACE.actual)}", FAILED, None),
    "the actual with another made-up id": (PLACE, 'got: {"id": "call_zzzzzzzzzzzzzzzzzzzz", "b": 2}', FAILED, None),
    "something unknown": (AtPlace(("a",), 1, UNKNOWN), "got: 3", FAILED, None),
    "an item that is lost": (Member(("a",), 1, True), "got: false", FAILED, None),
    "an item that is there": (Member(("a",), 1, True), "got: true", "", "an AssertionError, got no exception"),
    "fewer equal items": (Count(("a",), 7, 2, 1), "got: 1", FAILED, None),
    "another number of equal items": (Count(("a",), 7, 2, 1), "got: 0", FAILED, "expected the wrong value 1"),
    "another value": (PLACE, 'got: {"id": "call_0123456789abcdefghij", "b": 3}', FAILED, "expected the wrong value"),
    "the expected": (PLACE, "got: 1", "", "an AssertionError, got no exception"),
    "an exception before the end": (
        PLACE,
        "",
        "Traceback:\nKeyError: 'a'\n",
        "expected an AssertionError, got KeyError",
    ),
    "the exception": (Raised("KeyError: 'a'", None), "", "Traceback:\n  x\nKeyError: 'a'\n", None),
    "the exception within another": (Raised("KeyError: 'a'", None), "", "KeyError: 'a'\n\nValueError: b\n", None),
    "another exception": (Raised("KeyError: 'a'", None), "", "KeyError: 'b'\n", "expected the exception"),
    "no exception": (Raised("KeyError: 'a'", None), "", "", "got no exception"),
}


@pytest.mark.parametrize(("made", "output", "errors", "why"), RUNS.values(), ids=RUNS)
def test_a_run_is_a_proof_if_it_shows_what_the_cause_describes(
    made: Claim, output: str, errors: str, why: str | None
) -> None:
    found = disproof(made, f"POST / {{}}\nexpected: 1\n{output}\n", errors)
    assert found is None if why is None else why in (found or "")


def test_what_is_kept_is_read_again_for_its_version_alone(tmp_path: Path) -> None:
    library = LIBRARIES[0]
    first, second = (library.causes or ())[:2]
    proof = kept.Proof(file=kept.file_of(first), evidence="Recorded.")
    repros = kept.Repros(
        version=library.version, date="2026-11-25", proven={first.id: proof}, missing={second.id: "No."}
    )
    folder = tmp_path / kept.FOLDER / library.name
    kept.write(repros, {kept.file_of(first): "print()\n"}, folder)
    assert kept.read(library, tmp_path) == {
        first.id: kept.Kept(script="print()\n", file=kept.file_of(first), evidence="Recorded.", date="2026-11-25"),
        second.id: kept.Kept(why="No."),
    }
    assert kept.read(msgspec.structs.replace(library, version="0"), tmp_path) == {}
    (folder / kept.file_of(first)).unlink()
    with pytest.raises(ResultsError):
        kept.read(library, tmp_path)


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.name)
def test_committed_scripts_are_of_committed_causes(library: Library) -> None:
    home = FOLDER / kept.FOLDER / library.name
    found = kept.read(library, FOLDER)
    wanted = {cause.id for cause in library.causes or () if cause.effect not in COSTS_NOTHING}
    assert found.keys() in ({*wanted}, set()), f"run tools/adapters/repros.py {library.name}"
    assert not found or {each.file for each in found.values() if each.file} == {path.name for path in home.glob("*.py")}
    for each in found.values():
        compile(each.script, each.file, "exec")
        assert HERE.search(each.script) is None


def test_names_of_files_are_apart() -> None:
    for library in LIBRARIES:
        names = [kept.file_of(each) for each in library.causes or ()]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[\w.$-]+\.py", name) for name in names)

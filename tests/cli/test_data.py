"""Tests of ``--data`` in every command, with a user's provider, scenario, rule and cassettes."""

import copy
import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from conformance import data
from conformance.data import cassettes_folder
from conformance.judge.checks import of_scenario
from conformance.judge.exit_codes import Exit
from conformance.scenarios import load as scenario
from conformance.suite.test_conformance import lay_over
from toolwire.providers import provider_at, speaker
from toolwire.wire import patterns

EACH = of_scenario(scenario("call-single"))
"""The checks of ``call-single``, a scenario that no provider refuses."""

OPENAI = cassettes_folder() / "openai" / "openai_chat"
PAGE = (Path(__file__).parents[2] / "docs" / "your-own-data.md").read_text(encoding="utf-8")
SHOWN = {text.split("\n", 1)[0].removeprefix("# "): text for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.S)}
"""The files that docs/your-own-data.md shows, by their names."""
PROFILE, TOOLS = SHOWN["providers/acme/profile.yaml"], SHOWN["scenarios/tools.yaml"]
METADATA = yaml.safe_load(SHOWN["metadata of cassettes/acme/openai_chat/call-single.plain.yaml"])["metadata"]


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    data.forget()
    return path


def captured() -> Any:
    """Return a cassette of the project, with the private provider's address and model."""
    text = (OPENAI / "call-single.plain.yaml").read_text().replace("gpt-4.1-mini", "acme-1")
    document = yaml.safe_load(text.replace("api.openai.com", "llm.acme.example"))
    answer = document["interactions"][0]["response"]["body"]
    answer["string"] = answer["string"].replace(
        document["metadata"]["expected"][0]["answer"]["calls"][0]["id"], "call_1"
    )
    return document | {"metadata": copy.deepcopy(METADATA)}


def put(folder: Path, name: str, document: Any) -> Path:
    return write(folder / "cassettes" / name, yaml.safe_dump(document))


@pytest.fixture
def acme(tmp_path: Path) -> Path:
    folder = tmp_path / "acme-data"
    for name, text in SHOWN.items():
        if name.startswith(("providers/", "scenarios/")):
            write(folder / name, text)
    put(folder, "acme/openai_chat/call-single.plain.yaml", captured())
    stock = captured()
    exchange, metadata = stock["interactions"][0], stock["metadata"]
    body = json.loads(exchange["request"]["body"])
    body["messages"] = [{"role": "user", "content": "How many bolts are there?"}]
    tool = yaml.safe_load(TOOLS)["stock_level"]
    body["tools"][0]["function"] = {"name": "stock_level", **tool}
    exchange["request"]["body"] = json.dumps(body)
    for old, new in (("get_weather", "stock_level"), ("city", "article"), ("Berlin", "bolt")):
        exchange["response"]["body"]["string"] = exchange["response"]["body"]["string"].replace(old, new)
        metadata["expected"] = json.loads(json.dumps(metadata["expected"]).replace(old, new))
    put(folder, "acme/openai_chat/acme-stock.plain.yaml", stock)
    return folder


@pytest.fixture
def run(conformance: Any, tmp_path: Path) -> Any:
    def call(*arguments: object) -> Any:
        return conformance("run", "--results", tmp_path / "results", "--workers", 1, *arguments)

    return call


def results(tmp_path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((tmp_path / "results" / "results.json").read_text())["results"]
    return found


def test_run_and_matrix(acme: Path, run: Any, conformance: Any, tmp_path: Path) -> None:
    ran = run("--data", acme, "--provider", "acme")
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert f"The cassettes in {acme} have {2 * len(EACH)} results." in ran.stdout
    found = results(tmp_path)
    assert {result["outcome"] for result in found} <= {"pass", "not-applicable"}
    assert {result["data"] for result in found} == {str(acme)}
    judged = {result["check"] for result in found if result["id"].startswith("acme/openai_chat/acme-stock/plain/")}
    assert len(judged) == len(EACH)
    shown = conformance("matrix", tmp_path / "results" / "results.json", "--data", acme, "--format", "markdown")
    assert shown.exit_code == 0
    assert "| Stock levels | ✓ |" in shown.stdout
    assert "Acme, openai_chat: recorded 2026-11-21, " in shown.stdout
    assert "; cassettes of " in shown.stdout
    without = conformance("matrix", tmp_path / "results" / "results.json")
    assert without.exit_code == Exit.UNREADABLE
    assert f"Add --data {tmp_path / 'acme-data'}" in without.stderr


def test_brackets_in_titles_and_paths_are_shown_as_they_are(
    acme: Path, run: Any, conformance: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(acme / "scenarios" / "capabilities.yaml", "stock-levels: 'Stock [red] [/x] :star:'\n")
    monkeypatch.setenv("COLUMNS", "120")
    assert "Stock [red] [/x] :star:" in run("--data", acme, "--provider", "acme").stdout
    monkeypatch.setattr("conformance.cli.report.build", lambda *_: SimpleNamespace(pages=1, size=1, results=1))
    made = conformance("report", tmp_path / "results" / "results.json", "--output", tmp_path / "[red] [" / "x]")
    assert (made.exit_code, "[red] [/x]/index.html: 1 pages" in made.stderr) == (0, True)


@pytest.mark.parametrize(
    ("level", "outcome", "code"),
    [("SHOULD", "warn", Exit.CONFORMANT), ("MUST", "fail", Exit.NOT_CONFORMANT)],
    ids=["nobody-was-refused", "refused"],
)
def test_an_adapter_that_breaks_a_rule_of_theirs(
    level: str, outcome: str, code: Exit, acme: Path, run: Any, tmp_path: Path
) -> None:
    rules = acme / "providers/acme/openai_chat/rules.yaml"
    rules.write_text(rules.read_text().replace("most: 2}", "most: 1}").replace("level: MUST", f"level: {level}"))
    ran = run("--data", acme, "--provider", "acme", "--scenario", "acme-stock")
    assert ran.exit_code == code
    name = "acme/openai_chat/acme-stock/plain/request-rules"
    assert {result["id"]: result["outcome"] for result in results(tmp_path)}[name] == outcome
    assert (f"FAIL {name}: /tools/*: expected at most 1, got 2" in ran.stdout) is (level == "MUST")
    assert "Several calls" not in ran.stdout


def test_a_rule_whose_pattern_takes_too_long_judges_nothing(
    acme: Path, conformance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "_SECONDS", 0.05)
    rules = acme / "providers/acme/openai_chat/rules.yaml"
    check = 'check: values-pattern\n  parameters: {at: "/messages/*/content", pattern: "(?:[^?]|[^?]{2}|[^?]{3})+"}'
    rules.write_text(re.sub("check: .*", check, rules.read_text(), flags=re.S) + "\n")
    checked = conformance("check", acme / "cassettes", "--data", acme)
    assert checked.exit_code == Exit.UNREADABLE
    stopped = "the regular expression '(?:[^?]|[^?]{2}|[^?]{3})+' was stopped after 0.05 seconds, on a text of"
    assert f"acme-stock.plain.yaml: interactions[0]: {stopped} 25 characters" in checked.stdout


def test_a_cassette_of_theirs_in_place_of_ours(acme: Path, run: Any, tmp_path: Path) -> None:
    theirs = acme / "cassettes/openai/openai_chat/call-single.plain.yaml"
    write(theirs, (OPENAI / "call-single.plain.yaml").read_text().replace("Berlin", "Bern"))
    ran = run("--data", acme, "--provider", "openai", "--scenario", "call-single")
    assert ran.exit_code == Exit.NOT_CONFORMANT
    whose = {result["id"].rpartition("/")[0]: result.get("data") for result in results(tmp_path)}
    assert whose.pop("openai/openai_chat/call-single/plain") == str(acme)
    assert set(whose.values()) == {None}
    other = tmp_path / "other"
    shutil.copytree(OPENAI, other / "cassettes/openai/openai_chat")
    assert run("--data", acme, "--data", other, "--provider", "openai", "--scenario", "call-single").exit_code == 0


def test_a_deviation_of_ours_is_not_stale_by_a_cassette_of_theirs(run: Any, tmp_path: Path) -> None:
    """Check a user's cassette that passes, although the project's cassette of the same case has a known failure."""
    name = "llamacpp/openai_chat/choice-none.plain.yaml"
    document = yaml.safe_load((cassettes_folder() / name).read_text())
    put(tmp_path / "same", name, document)
    arguments = ("--provider", "llamacpp", "--scenario", "choice-none")
    assert run("--data", tmp_path / "same", *arguments).exit_code == 0
    known = [result["id"] for result in results(tmp_path) if result.get("known") and "openai_chat" in result["id"]]
    assert "llamacpp/openai_chat/choice-none/plain/predicates" in known
    answer = yaml.safe_load((OPENAI / "choice-none.plain.yaml").read_text())
    document["interactions"][0]["response"] = answer["interactions"][0]["response"]
    document["metadata"]["expected"] = answer["metadata"]["expected"]
    put(tmp_path / "later", name, document)
    assert run("--data", tmp_path / "later", *arguments).exit_code == 0


def test_check_knows_their_provider_by_its_address(acme: Path, conformance: Any, tmp_path: Path) -> None:
    document = captured()
    request = document["interactions"][0]["request"]
    body = json.loads(request["body"])
    body["tools"].append({"type": "function", "function": {"name": "third", "parameters": {"type": "object"}}})
    request["body"] = json.dumps(body)
    for n in range(8):  # so many that processes of their own read them
        write(tmp_path / f"captures/{n}.yaml", yaml.safe_dump(document))
    arguments = ("check", tmp_path / "captures", "--survey", tmp_path / "survey.json")
    assert "tool-count" not in conformance(*arguments, "--workers", 1).stdout
    assert json.loads((tmp_path / "survey.json").read_text())["providers"] == {}
    found = conformance(*arguments, "--workers", 2, "--data", acme)
    assert found.exit_code == 0
    assert "8 x acme.openai_chat.tool-count (MUST); first in " in found.stdout
    assert list(json.loads((tmp_path / "survey.json").read_text())["providers"]) == ["acme"]


def test_a_dialect_that_shares_its_path(acme: Path, conformance: Any, tmp_path: Path) -> None:
    profile = acme / "providers/acme/profile.yaml"
    profile.write_text(PROFILE.replace("  openai_chat:", "  mistral_chat:").replace("home: openai", "home: mistral"))
    shutil.rmtree(acme / "providers/acme/openai_chat")
    capture = write(tmp_path / "capture.yaml", yaml.safe_dump(captured()))
    found = conformance("check", capture, "--data", acme, "--format", "json")
    assert list(json.loads(found.stdout)["by_dialect"]) == ["mistral_chat"]


def test_explain_and_decode(acme: Path, conformance: Any) -> None:
    rule = conformance("explain", "acme.openai_chat.tool-count", "--data", acme).stdout
    assert "A request offers at most 2 tools." in rule
    assert "the gateway's own limit" in rule
    assert "acme.openai_chat.tool-count: " in conformance("explain", "count-limit", "--data", acme).stdout
    evidence = conformance("explain", "acme-stock", "--data", acme).stdout
    assert f"acme/openai_chat/plain: recorded 2026-11-21, acme-1, in {acme}\n" in evidence
    assert conformance("explain", "acme-stock").exit_code == Exit.USAGE
    body = json.dumps(yaml.safe_load(captured()["interactions"][0]["response"]["body"]["string"])).encode()
    assert conformance("decode", "--data", acme, stdin=body).exit_code == 0


def test_lint_reports_what_is_missing(acme: Path, conformance: Any) -> None:
    whole = conformance("lint", "--data", acme)
    assert (whole.exit_code, whole.stdout) == (0, "nothing is wrong or missing\n")
    assert f"{acme}: 1 provider, 1 scenario, 2 cassettes\n" in whole.stderr
    write(
        acme / "providers/acme/profile.yaml",
        PROFILE.replace("    pending:", "    unsupported:").replace("*", "call-single"),
    )
    lines = conformance("lint", "--data", acme).stdout.splitlines()
    assert not [line for line in lines if "call-parallel" in line]  # it is played by dialect
    assert "acme/openai_chat: call-single: the profile gives a reason for a missing cassette, but the " in lines[-1]
    assert not [line for line in lines if "acme" not in line]


def test_two_at_one_address(acme: Path, conformance: Any) -> None:
    """Check that paths distinguish providers at a host, and that lint reports two providers at the same address."""
    other = acme / "providers/acme-two/profile.yaml"
    write(other, PROFILE.replace("acme.example/v1", "acme.example/two/v1"))
    assert conformance("lint", "--data", acme).exit_code == 0
    write(other, PROFILE)
    lines = conformance("lint", "--data", acme).stdout
    assert (
        "acme-two/profile.yaml: dialects.openai_chat.base_url: captures from this address are not attributed to"
        in lines
    )
    write(other, PROFILE.replace("auth:", "beside: acme\nauth:"))
    assert conformance("lint", "--data", acme).exit_code == 0


PROFILED, RULED = "providers/acme/profile.yaml", "providers/acme/openai_chat/rules.yaml"
SCENE = "scenarios/acme-stock.yaml"


@pytest.mark.parametrize(
    ("base_url", "url", "provider"),
    [
        ("https://llm.acme.example/v1", "https://llm.acme.example/v2/chat/completions", "acme"),
        ("https://llm.acme.example/v1", "https://staging.llm.acme.example/v1/messages", "acme"),
        ("https://llm.acme.example/v1", "https://acme.example/v1/messages", None),
        ("https://TEAM-ONE.acme.example/v1", "https://sales.acme.example/v1/messages", "acme"),
        ("https://acme.openai.azure.com/openai/v1", "https://acme.openai.azure.com/openai/v1/responses", "acme"),
        ("https://acme.openai.azure.com/openai/v1", "https://other.openai.azure.com/openai/v1/responses", "azure"),
        ("https://api.openai.com/v1", "https://api.openai.com/v1/responses", "openai"),
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1/responses", None),
    ],
)
def test_addresses(base_url: str, url: str, provider: str | None, acme: Path) -> None:
    write(acme / "providers/acme/profile.yaml", PROFILE.replace("https://llm.acme.example/v1", base_url))
    data.use(data.ours(), data.Data.below(acme))
    assert provider_at(url) == provider
    data.use(data.ours())


def test_beside_takes_nothing_from_the_host_s_own(acme: Path, conformance: Any) -> None:
    write(acme / "providers/acme/profile.yaml", PROFILE.replace("auth:", "beside: openai\nauth:"))
    assert conformance("explain", "acme-stock", "--data", acme).exit_code == 0
    assert speaker("openai", "openai_chat") == "openai"


BAD: dict[str, tuple[str, str, str, str]] = {
    "unknown key": (PROFILED, "title:", "titel:", "unknown field `titel`; its keys are title, "),
    "no source": (
        PROFILED,
        "source: \"the team's own page\", ",
        "",
        "dialects.openai_chat.declared.0: Object missing required field `source`; its keys are capability, ",
    ),
    "unknown dialect": (PROFILED, "  openai_chat:", "  morse:", "dialects.morse: 'openai' does not own "),
    "unknown capability": (PROFILED, "capability: st", "capability: ts", "unknown capability"),
    "unknown scenario": (PROFILED, '"*"', "call-me", "unknown scenario: 'call-me'; write one of"),
    "no address": (PROFILED, "https://llm", "llm", "dialects.openai_chat.base_url: expected an address such as"),
    "unknown checker": (
        RULED,
        "count-limit",
        "limit",
        "tool-count: check: expected a checker for request rules, got 'limit'; write one of calls-",
    ),
    "unknown parameter": (
        RULED,
        "most: 2",
        "more: 2",
        "acme.openai_chat.tool-count: parameters: Object contains unknown field `more`; its keys are at, most, where",
    ),
    "no pointer": (RULED, "/tools/*", "tools/*", "parameters: at: expected a pointer such as"),
    "check and exclusion": (
        RULED,
        "  level:",
        "  excluded: never\n  level:",
        "expected either a `check`, or in `excluded` the reason",
    ),
    "unknown rule": (
        RULED,
        "  level:",
        "  replaces: openai_chat.no\n  level:",
        "replaces: 'openai' has no rule 'openai_chat.no'; write one of openai_chat.",
    ),
    "id that is taken": (
        RULED,
        "acme.openai_chat.tool-count",
        "openai_chat.tool-count",
        "acme/openai_chat/rules.yaml: openai_chat.tool-count: the id is already taken by a rule in ",
    ),
    "no expression": (
        RULED,
        "  level:",
        "  models: (\n  level:",
        "models: expected a regular expression, got '('",
    ),
    "unknown tool": (
        SCENE,
        "get_time",
        "get_tome",
        "tools: expected tools from tools.yaml, tools_of or defines, got 'get_tome'; known",
    ),
    "unknown predicate": (SCENE, "calls_tools", "calls", "expect: unknown predicate: 'calls'"),
    "another id": (SCENE, "id: acme-stock", "id: stock", "id: expected the name of the file ('acme-stock'), got 'st"),
    "scenario without why": (SCENE, "why:", "wy:", "unknown field `wy`; its keys are id, title, "),
    "tool that is there": ("scenarios/tools.yaml", "stock_level:", "get_time:", "tools.yaml already has this entry"),
    "no YAML": (PROFILED, "title: Acme", "title: [", "profile.yaml: line 4 column 5: did not find"),
}  # fmt: skip


@pytest.mark.parametrize(("path", "old", "new", "message"), BAD.values(), ids=BAD)
def test_bad_claims_are_refused(path: str, old: str, new: str, message: str, acme: Path, run: Any) -> None:
    text = (acme / path).read_text()
    assert old in text
    write(acme / path, text.replace(old, new))
    refused = run("--data", acme, "--provider", "openai")
    assert (refused.exit_code, refused.stdout) == (Exit.UNREADABLE, "")
    assert refused.stderr.startswith(f"conformance: {acme / path}: ")
    assert message in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_every_command_refuses_and_lint_reports_all(acme: Path, conformance: Any) -> None:
    write(acme / PROFILED, PROFILE.replace("title", "titel"))
    write(acme / SCENE, (acme / SCENE).read_text().replace("get_time", "get_tome"))
    for command in (
        ["run"],
        ["check", acme],
        ["matrix"],
        ["decode"],
        ["explain", "call-single"],
        ["record", "--provider", "openai"],
    ):
        refused = conformance(*command, "--data", acme)
        assert (refused.exit_code, refused.stdout) == (Exit.UNREADABLE, "")
        assert "unknown field `titel`" in refused.stderr
    lint = conformance("lint", "--data", acme)
    assert lint.exit_code == Exit.NOT_CONFORMANT
    assert "unknown field `titel`" in lint.stdout
    assert "expected tools from tools.yaml, tools_of or defines, got 'get_tome'" in lint.stdout


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("providers/openai/profile.yaml", "providers/openai already defines this provider: choose another"),
        ("providers/Acme/profile.yaml", "expected a provider's name of lower-case letters"),
        ("providers/empty/openai_chat/rules.yaml", "expected a profile.yaml in the folder of the provider, found none"),
        ("providers/acme/openai_chat/format.yaml", "this file is not read; the files of a provider are profile.yaml, "),
        ("providers/acme/openai-chat/rules.yaml", "this file is not read; the files of a provider are profile.yaml, "),
        ("scenarios/call-single.yaml", "call-single.yaml already exists: give your scenario a different name"),
        ("scenarios/one.two.yaml", "expected a scenario's name with only lower-case letters, digits, - and _"),
        ("scenarios/more.yml", "expected a name that ends in .yaml"),
        ("scenarios/more.YAML", "expected a name that ends in .yaml"),
        ("scenarios/team/more.yaml", "scenarios itself, because its subfolders are not read"),
    ],
)  # fmt: skip
def test_files_that_must_not_be_there(path: str, message: str, acme: Path, run: Any) -> None:
    write(acme / path, PROFILE)
    refused = run("--data", acme, "--provider", "openai")
    assert (refused.exit_code, refused.stdout) == (Exit.UNREADABLE, "")
    assert message in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_folders_that_hold_no_data(conformance: Any, tmp_path: Path) -> None:
    refused = conformance("lint", "--data", tmp_path)
    assert (refused.exit_code, refused.stdout) == (Exit.UNREADABLE, "")
    assert refused.stderr == (
        f"conformance: {tmp_path}: expected a subfolder 'providers', 'scenarios' or 'cassettes', got none\n"
    )
    assert conformance("lint", "--data", tmp_path / "no").exit_code == Exit.USAGE


def test_bad_claims_are_refused_in_pytest(acme: Path, tmp_path: Path) -> None:
    write(acme / "providers/acme/profile.yaml", PROFILE.replace("title", "titel"))
    for folder, message in (
        (acme, "profile.yaml: Object contains unknown field `titel`"),
        (tmp_path, "expected a subfolder"),
    ):
        with pytest.raises(pytest.UsageError, match=f"--conformance-data: {folder}.*{message}"):
            lay_over([str(folder)])
    data.use(data.ours())


@pytest.mark.parametrize(("chosen", "remarks"), [
    (("--providers", "openai", "--scenarios", "call-single"), 1),
    (("--providers", "acme"), 0),
    (("--providers", "openai,acme", "--scenarios", "call-single"), 0),
    (("--scenarios", "acme-stock"), 0),
])  # fmt: skip
def test_data_that_no_chosen_case_uses_are_named(
    chosen: tuple[str, ...], remarks: int, acme: Path, run: Any, conformance: Any
) -> None:
    remark = f"conformance: --data {acme}: no chosen case uses this folder. Choose its cases with --providers acme\n"
    assert run("--data", acme, *chosen).stderr == remark * remarks
    gate = ("gate", "--adapter", "reference", "--generate", 0, "--workers", 1, "--data", acme)
    assert conformance(*gate, *chosen).stderr == remark * remarks


def test_the_command_for_a_case_names_the_data_that_was_laid_over(acme: Path, conformance: Any) -> None:
    first = "conformance.adapters.broken:FirstCallOnly"
    chosen = ("--providers", "openai", "--scenarios", "call-parallel", "--workers", 1)
    assert (
        f" --adapter {first} --data {acme}\n" in conformance("gate", "--adapter", first, "--data", acme, *chosen).stdout
    )

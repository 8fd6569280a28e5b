"""Tests of the shims in Node: they are short and sound, and right in the most common scenarios."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from conformance.adapters.adapter import talks_http
from conformance.adapters.loading import COMMAND, load_adapter
from conformance.adapters.stdio import AdapterFailed
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Reading, Task, WireAdapter
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge
from toolwire.model import Arguments, Message, ProviderError, Text, ToolCall, ToolDefinition, ToolResult
from toolwire.providers import owner

ROOT: Final = Path(__file__).resolve().parents[3]
SHIMS: Final = ROOT / "conformance" / "adapters" / "shims" / "node"
FILES: Final = sorted(SHIMS.glob("*.mjs"))
LIBRARIES: Final[dict[str, Any]] = {
    name: library
    for name, library in yaml.safe_load((ROOT / "tools" / "adapters" / "libraries.yaml").read_text()).items()
    if "packages" in library
}
ASKED_FIRST: Final = ("call-single", "call-parallel", "history-parallel-results")
WRONG: Final = {"vercel-ai": {f"cohere/cohere_v2/history-parallel-results/{mode}" for mode in ("plain", "stream")}}
"""The cases that fail. @ai-sdk/cohere 4.0.52 expects a document in each source of a citation, but a source that is a
tool has none. It also drops the model's plan, which is only a warning.
"""
MOST: Final = 80
IMITATION: Final = """
import { decline, serve, textOf } from "./library.mjs";

serve("imitation", ["openai_chat"], ({ messages }) => ({
  ask: async () => {
    console.log("asked");
    const said = textOf(messages[0]);
    if (said === "decline") decline("it does not");
    if (said === "fail") throw new TypeError("it fails");
    if (said === "refuse") throw Object.assign(new Error("no such tool"), { status: 400, type: "invalid", code: null });
    return said;
  },
  read: (answer) => ({ text: answer, finish: answer === "cut" ? null : "stop" }),
  goOn: () => {},
}));
"""


@pytest.fixture
def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed, so the shims in Node were not tried")
    return found


@pytest.fixture
def imitation(node: str, tmp_path: Path) -> WireAdapter:
    """Return a shim of an imitated library."""
    package = tmp_path / "node_modules" / "imitation"
    package.mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"name": "imitation", "version": "1.2.3"}))
    shims = shutil.copytree(SHIMS, tmp_path / "shims")
    (shims / "imitation.mjs").write_text(IMITATION)
    adapter = load_adapter(f"{COMMAND}{node} {shims}/imitation.mjs")
    assert talks_http(adapter)
    return adapter


def read(adapter: WireAdapter, text: str) -> Reading:
    asked = Message(role="user", parts=(Text(text=text),))
    talk = adapter.converse(
        Task(provider="openai", dialect="openai_chat", base_url="", api_key="", model="", messages=(asked,))
    )
    try:
        return next(talk)
    finally:
        talk.close()


def test_a_library_is_introduced_with_its_own_version(imitation: WireAdapter) -> None:
    hello = imitation.hello
    assert (hello.name, hello.version, hello.language) == ("imitation", "1.2.3", "javascript")
    assert (hello.dialects, hello.modes) == (("openai_chat",), ("async",))


def test_a_reason_that_the_library_does_not_show_is_not_made_up(imitation: WireAdapter) -> None:
    assert read(imitation, "whole") == Reading(text="whole", finish="stop")
    assert read(imitation, "cut") == Reading(text="cut")


def test_a_refusal_is_an_answer_and_a_failure_is_none(imitation: WireAdapter) -> None:
    error = ProviderError(message="no such tool", kind="invalid", status=400)
    assert read(imitation, "refuse") == Reading(finish="error", error=error)
    with pytest.raises(Unsupported, match="it does not"):
        read(imitation, "decline")
    with pytest.raises(AdapterFailed, match="TypeError: it fails"):
        read(imitation, "fail")
    assert read(imitation, "whole").text == "whole"


FOREIGN: Final = "functions.ping:0"
CALLED: Final = ToolCall(id=FOREIGN, name="ping", arguments=Arguments(text="{}", form="object"))
HISTORY: Final = (
    Message(role="assistant", parts=(CALLED,)),
    Message(role="tool", parts=(ToolResult(call_id=FOREIGN, name="ping", parts=(Text(text="pong"),)),)),
)
ANTHROPIC: Final = """
export default class {
  messages = { create: async ({ messages }) => ({ content: [{ type: "text", text: JSON.stringify(messages) }] }) };
}
"""
OPENAI: Final = """
export default class { responses = { create: async () => ({ output: [], output_text: "", status: "in_progress" }) }; }
"""


GOOGLE: Final = """
export class GoogleGenAI {
  models = { generateContent: async ({ config }) => {
    const content = { parts: [{ text: JSON.stringify(config) }] };
    return { candidates: [{ content }] };
  } };
}
"""


def imitated(node: str, folder: Path, library: str, shim: str, code: dict[str, str]) -> WireAdapter:
    """Return a shim in Node with an imitation of its library. ``code``: the texts of the library's modules, by path."""
    package = folder / "node_modules" / library
    for path, text in {"package.json": '{"type": "module", "version": "1.2.3", "main": "index.js"}', **code}.items():
        (package / path).parent.mkdir(parents=True, exist_ok=True)
        (package / path).write_text(text)
    shims = shutil.copytree(SHIMS, folder / "shims")
    adapter = load_adapter(f"{COMMAND}{node} {shims}/{shim}.mjs")
    assert talks_http(adapter)
    return adapter


def test_ids_that_anthropic_refuses_are_declined(node: str, tmp_path: Path) -> None:
    adapter = imitated(node, tmp_path, "@anthropic-ai/sdk", "anthropic", {"index.js": ANTHROPIC})
    target = {"provider": "anthropic", "dialect": "anthropic_messages", "base_url": "", "api_key": "", "model": ""}
    with pytest.raises(Unsupported, match="ids of another provider's calls"):
        next(adapter.converse(Task(messages=HISTORY, **target)))


def test_openai_s_sdk_shows_the_status_of_a_response_that_did_not_end(node: str, tmp_path: Path) -> None:
    helper = "lib/responses/ResponseInputItems"
    code = {"index.js": OPENAI, f"{helper}.js": "export const toResponseInputItems = (items) => items;"}
    manifest = {"type": "module", "version": "1.2.3", "exports": {".": "./index.js", f"./{helper}": f"./{helper}.js"}}
    adapter = imitated(node, tmp_path, "openai", "openai-responses", code | {"package.json": json.dumps(manifest)})
    target = {"provider": "openai", "dialect": "openai_responses", "base_url": "", "api_key": "", "model": ""}
    talk = adapter.converse(Task(messages=(), **target))
    assert next(talk).finish == "in_progress"
    talk.close()


@pytest.mark.parametrize(
    ("tools", "keys"), [((), set()), ((ToolDefinition(name="ping"),), {"tools"})], ids=["none", "a function"]
)
def test_google_s_sdk_gets_tools_where_the_user_gave_some(
    tools: tuple[ToolDefinition, ...], keys: set[str], node: str, tmp_path: Path
) -> None:
    adapter = imitated(node, tmp_path, "@google/genai", "google-genai", {"index.js": GOOGLE})
    given = {"provider": "gemini", "dialect": "gemini_generate", "api_key": "", "model": ""}
    talk = adapter.converse(Task(base_url="http://127.0.0.1:1/v1beta", messages=(), tools=tools, **given))
    assert json.loads(next(talk).text).keys() == keys
    talk.close()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_shim_is_short_and_sound(file: Path, node: str) -> None:
    subprocess.run([node, "--check", file], check=True, capture_output=True)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) < MOST
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_is_pinned_and_has_its_shims(name: str) -> None:
    library = LIBRARIES[name]
    assert all(package.rpartition("@")[2][0].isdigit() for package in library["packages"])
    for command in library["adapters"]:
        program, shim = command.removeprefix(COMMAND).split()
        assert program == "{made}/node_modules/.bin/node"
        assert shim.rpartition("/")[0] == "{made}/shims"
        assert SHIMS / Path(shim).name in FILES


@pytest.mark.parametrize(
    ("name", "command"), [(name, command) for name, library in LIBRARIES.items() for command in library["adapters"]]
)
def test_what_everybody_asks_for_first_has_its_verdicts(name: str, command: str, tmp_path: Path) -> None:
    made = ROOT / ".adapters" / name
    if not (made / "node_modules").exists():
        pytest.skip(f"{name} is not installed: python tools/adapters/run.py {name}")
    (tmp_path / "node_modules").symlink_to(made / "node_modules")
    shutil.copytree(SHIMS, tmp_path / "shims")
    adapter = load_adapter(command.format(made=tmp_path))
    assert talks_http(adapter)
    assert adapter.hello.version == LIBRARIES[name]["packages"][0].rpartition("@")[2]
    names = [
        CassetteName(owner(dialect), dialect, scenario, mode)
        for dialect in adapter.hello.dialects
        for scenario in ASKED_FIRST
        for mode in ("plain", "stream")
    ]
    judged = [
        result for cassette in names for result in judge(open_case(cassette), adapter) if result.party == "adapter"
    ]
    wrong = {result.id.rpartition("/")[0] for result in judged if result.outcome not in ("pass", "not-applicable")}
    assert wrong == WRONG.get(name, set())

"""The preparations that pages require: the reader's folders and files, adapters, and servers on loopback."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Final

import msgspec
import pytest
import yaml

from conformance.recording.loopback import serving
from conformance.scenarios import ScriptedCall, ScriptedTurn
from conformance.scenarios import load as load_scenario
from conformance.standins import Answer, Ids, stand_in
from toolwire.wire.exchange import WireRequest

from ...docs.shown import ROOT, blocks
from ..gate.gateways import Translating, behind, free_port

Replaced = dict[str, str]
"""Words of a command, each with the words that replace it in the test."""
BIN: Final = Path(sys.executable).parent
SHOWN_YAML: Final = re.compile(r"# (\S+\.yaml)\n")
_CAPTURED: Final = ("call-single.plain", "call-parallel.stream", "history-single-result.plain")
_BASELINE: Final[list[str]] = []
"""The written baseline, which is kept because writing it takes a minute."""
_HERMES: Final = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Berlin"}}\n</tool_call>'
_TOOL: Final = {
    "type": "function",
    "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}},
}


def environment(clone: Path) -> dict[str, str]:
    """Return the environment of a command, as for a reader who has activated an environment with the clone."""
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    path = f"{BIN}{os.pathsep}{kept.get('PATH', '')}"
    return kept | {"PATH": path, "PYTHONPATH": str(clone), "COLUMNS": "120", "NO_COLOR": "1"}


def cloned(target: Path) -> Path:
    """Copy the repository to ``target``, with uncommitted files. Return ``target``."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
    return target


def written(page: Path, folder: Path) -> None:
    """Write the files that a page shows, below a folder."""
    for language, text in blocks(page):
        named = SHOWN_YAML.match(text)
        if language == "yaml" and named:
            file = folder / named[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


def explained(baseline: Path) -> None:
    """Write explanations into a baseline, as its maintainer would."""
    text = baseline.read_text().replace("link: to be explained", "link: https://you.example/issues/1")
    baseline.write_text(text.replace("to be explained", "functions alone, on purpose"))


@contextmanager
def _your_adapter(clone: Path) -> Iterator[Replaced]:
    """Make ``yourpackage.module:YourAdapter`` from the example in Python, and ``conformance.yaml`` with its declined
    cases.
    """
    package = clone / "yourpackage"
    package.mkdir()
    (package / "__init__.py").touch()
    source = (clone / "examples/python/client.py").read_text()
    (package / "module.py").write_text(re.sub(r"\bClient\b", "YourAdapter", source))
    baseline = clone / "conformance.yaml"
    if not _BASELINE:
        command = (
            "conformance gate --adapter yourpackage.module:YourAdapter --baseline conformance.yaml --write-baseline"
        )
        subprocess.run(command.split(), cwd=clone, env=environment(clone), check=False, capture_output=True)
        explained(baseline)
        _BASELINE.append(baseline.read_text())
    baseline.write_text(_BASELINE[0])
    yield {}


@contextmanager
def _my_package(clone: Path) -> Iterator[Replaced]:
    (clone / "my_package.py").write_text("from conformance.adapters.reference import ReferenceAdapter as Adapter\n")
    yield {}


@contextmanager
def _answering(clone: Path) -> Iterator[Replaced]:
    """Make a program that answers on stdio, and an environment with a library."""
    (clone / "my_library").mkdir()
    (clone / "my_library/__init__.py").touch()
    (clone / "my_library/conformance.py").write_text(
        "from conformance.adapters.reference import ReferenceAdapter as Adapter\n"
    )
    answering = "conformance.adapters.answering my_library.conformance:Adapter"
    (clone / "other/bin").mkdir(parents=True)
    for path, more in ((clone / "adapter", f"-m {answering}"), (clone / "other/bin/python", '"$@"')):
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {more}\n')
        path.chmod(0o755)
    yield {}


@contextmanager
def _captures(clone: Path) -> Iterator[Replaced]:
    """Make vcrpy files without metadata, and JSON lines."""
    captures = clone / "captures"
    captures.mkdir()
    for name in _CAPTURED:
        cassette = yaml.safe_load((clone / f"cassettes/openai/openai_chat/{name}.yaml").read_text())
        del cassette["metadata"]
        (captures / f"{name}.yaml").write_text(yaml.safe_dump(cassette))
    yield {}


def _exchange(clone: Path, name: str) -> dict[str, dict[str, dict[str, str] | str]]:
    cassette = yaml.safe_load((clone / f"cassettes/openai/openai_chat/{name}.yaml").read_text())
    first: dict[str, dict[str, dict[str, str] | str]] = cassette["interactions"][0]
    return first


@contextmanager
def _answer(clone: Path) -> Iterator[Replaced]:
    """Make the body of an answer, a model's text, exchanges of an unknown provider, and outputs with their expected
    parses.
    """
    body = _exchange(clone, "call-single.plain")["response"]["body"]
    assert isinstance(body, dict)
    (clone / "answer.txt").write_text(body["string"])
    (clone / "output.txt").write_text(_HERMES)
    lines = []
    for name in _CAPTURED[:2]:
        exchange = _exchange(clone, name)
        answer = exchange["response"]["body"]
        assert isinstance(answer, dict)
        url = str(exchange["request"]["uri"]).replace("api.openai.com", "llm.acme.example")
        lines.append({"url": url, "request_body": exchange["request"]["body"], "response_body": answer["string"]})
    (clone / "answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    call = {"name": "get_weather", "arguments": {"city": "Berlin"}}
    output = {"raw_output": _HERMES, "tools": [_TOOL], "expected": {"content": "", "tool_calls": [call]}}
    (clone / "outputs.jsonl").write_text(json.dumps(output) + "\n")
    yield {}


@contextmanager
def _fresh(clone: Path) -> Iterator[Replaced]:
    """Make recordings of a genuine server that equal the committed recordings."""
    shutil.copytree(clone / "cassettes/llamacpp", clone / "fresh/llamacpp")
    yield {}


@contextmanager
def _acme_data(clone: Path) -> Iterator[Replaced]:
    written(clone / "docs/start/add-a-provider.md", clone)
    yield {}


@contextmanager
def _acme_cassette(clone: Path) -> Iterator[Replaced]:
    """Make the folder of docs/your-own-data.md, with a cassette of Acme."""
    written(clone / "docs/your-own-data.md", clone / "acme-data")
    cassette = (clone / "cassettes/openai/openai_chat/call-single.plain.yaml").read_text()
    profile = yaml.safe_load((clone / "acme-data/providers/acme/profile.yaml").read_text())["dialects"]["openai_chat"]
    model = yaml.safe_load((clone / "providers/openai/profile.yaml").read_text())["dialects"]["openai_chat"]["model"]
    cassette = cassette.replace("https://api.openai.com/v1", profile["base_url"])
    cassette = re.sub(rf"{re.escape(model)}(-[0-9-]+)?", profile["model"], cassette)
    target = clone / "acme-data/cassettes/acme/openai_chat/call-single.plain.yaml"
    target.parent.mkdir(parents=True)
    target.write_text(cassette)
    yield {}


@contextmanager
def _results(clone: Path) -> Iterator[Replaced]:
    command = ["conformance", "run", "--scenario", "call-single"]
    subprocess.run(command, cwd=clone, env=environment(clone), check=True, capture_output=True)
    yield {}


@contextmanager
def _node(_: Path) -> Iterator[Replaced]:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    yield {}


@contextmanager
def _oracles(_: Path) -> Iterator[Replaced]:
    pytest.importorskip("anthropic", reason="needs the extra 'oracles'")
    yield {}


@contextmanager
def _gateway(_: Path) -> Iterator[Replaced]:
    """Run a gateway that translates between dialects, at free ports."""
    port = free_port()
    gateway = Translating(f"http://127.0.0.1:{port}", "openai_chat", "anthropic", "anthropic_messages")
    with behind(gateway) as address:
        yield {
            "http://127.0.0.1:4000": address,
            "--upstream anthropic": f"--upstream anthropic --upstream-port {port}",
            "port=8900": f"port={port}",
        }


@contextmanager
def _llamacpp(clone: Path) -> Iterator[Replaced]:
    """Run the genuine llama.cpp server with the small model."""
    if importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("needs the extra 'llamacpp'")
    with _servers(clone).llamacpp() as (address, _):
        yield {"http://127.0.0.1:8080": address, "some-model": "tiny-toolcaller"}


@contextmanager
def _dasllama(clone: Path) -> Iterator[Replaced]:
    if not (BIN / "dasllama-server").exists():
        pytest.skip("dasLLAMA is not installed")
    with _servers(clone).dasllama() as (address, _):
        yield {"http://127.0.0.1:8000": address}


def _servers(clone: Path) -> ModuleType:
    found = importlib.util.spec_from_file_location("record_local", clone / "tools/record_local.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@contextmanager
def _openai(_: Path) -> Iterator[Replaced]:
    """Run an imitation of OpenAI that requires a key: the stand-ins of OpenAI's two dialects."""
    from ..recording.conftest import KEY, Vendor

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", KEY)
        key = {"authorization": f"Bearer {KEY}"}
        vendors = {name: Vendor("openai", name, key, "") for name in ("openai_chat", "openai_responses")}

    def answer(request: WireRequest) -> Answer:
        spoken = "openai_responses" if request.url.endswith("/responses") else "openai_chat"
        return vendors[spoken].answer(request)

    with serving(answer) as address:
        yield {"OPENAI": f"{address}/api"}


@contextmanager
def _warehouse(_: Path) -> Iterator[Replaced]:
    """Run a server with llama.cpp's dialects whose model asks the warehouse for bolts."""
    single = load_scenario("call-single")
    turn = ScriptedTurn((ScriptedCall(tool="stock_level", arguments='{"article": "bolt"}'),))
    spoken = {"completions": "openai_chat", "responses": "openai_responses", "messages": "anthropic_messages"}

    def answer(request: WireRequest) -> Answer:
        from conformance.recording.conversation import turn_of

        scripted = msgspec.structs.replace(single, script=(turn,))
        speaks = stand_in(spoken[request.url.rpartition("/")[2]])
        return speaks.answer(request, turn_of(scripted, 0), Ids("warehouse"))

    with serving(answer) as address:
        yield {"http://127.0.0.1:8080": address}


@contextmanager
def _simulated(clone: Path) -> Iterator[Replaced]:
    """Run the simulated endpoints, and write the study of them."""
    pytest.importorskip("statsmodels", reason="needs the extra 'verify'")
    command = [sys.executable, "-m", "conformance.verify.simulated", "study.yaml"]
    with subprocess.Popen(command, cwd=clone, env=environment(clone), stdout=subprocess.PIPE, text=True) as serves:
        assert serves.stdout is not None
        assert "is a study of" in serves.stdout.readline()
        yield {}
        serves.kill()


PREPARED: Final[dict[str, Callable[[Path], AbstractContextManager[Replaced]]]] = {
    "your-adapter": _your_adapter,
    "my-package": _my_package,
    "answering": _answering,
    "captures": _captures,
    "answer": _answer,
    "fresh": _fresh,
    "acme-data": _acme_data,
    "acme-cassette": _acme_cassette,
    "results": _results,
    "node": _node,
    "oracles": _oracles,
    "gateway": _gateway,
    "llamacpp": _llamacpp,
    "dasllama": _dasllama,
    "openai": _openai,
    "simulated": _simulated,
    "warehouse": _warehouse,
}
"""The preparations by name. Each gets the clone in which the commands run. It skips the test if a program that it needs
is not installed.
"""

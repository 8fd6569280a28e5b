"""Imitated vendors on loopback: stand-ins that require a key, and answer each request with new ids at new times."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from conformance import data
from conformance.cli import record
from conformance.cli.app import app
from conformance.recording.aliases import Aliases
from conformance.recording.background import Background
from conformance.recording.choice import chosen
from conformance.recording.conversation import hold, turn_of
from conformance.recording.live import key_of
from conformance.recording.live_case import LiveCase
from conformance.recording.lock import LOCK
from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk, Ids, stand_in
from conformance.standins.script import Unplayable
from toolwire.providers import load
from toolwire.wire.exchange import WireRequest

KEY = "sk-test-4f7Kq2Zx9Lw1Vb8Ns6Tj3Rm5"
DAY = "2026-12-01"


class Vendor:
    """A provider that a dialect's stand-in imitates. It requires a key."""

    def __init__(self, provider: str, dialect: str, key: dict[str, str], ids: str) -> None:
        self._answers: dict[tuple[str, bytes], list[Answer]] = defaultdict(list)
        self._key = key
        self.asked: list[WireRequest] = []
        self.instead: Callable[[WireRequest], Answer | None] = lambda _: None
        """A function that returns the answer to a request, or None for the stand-in's answer."""
        claims = load(provider).dialects[dialect]
        self._base_url = claims.base_url
        for case in chosen(provider, {dialect: claims}, (), None, DAY):
            self._learn(case, ids)

    def _learn(self, case: LiveCase, ids: str) -> None:
        """Prepare the stand-in's answers to our client's requests in a case. Each value of ``ids`` gives other ids."""
        name, scenario = case.name, case.scenario
        turns = iter(range(len(scenario.script)))
        script = tuple(msgspec.structs.replace(turn, early=None) for turn in scenario.script)
        whole = msgspec.structs.replace(scenario, script=script)
        fails = any(turn.early == "error" for turn in scenario.script)  # which no vendor does when it is asked to

        def ask(request: WireRequest) -> Answer:
            turn = next(turns)
            speaks, ids_of_turn = stand_in(name.dialect), Ids(str(name), turn)
            try:
                answer = speaks.answer(request, turn_of(whole if fails else scenario, turn), ids_of_turn)
            except Unplayable:  # a model that ends normally, where no source shows another end
                answer = speaks.answer(request, turn_of(whole, turn), ids_of_turn)
            answer = renamed(answer, Aliases(f"{ids}{name}{turn}", request.body)) if ids else answer
            self._answers[request.url.removeprefix(self._base_url), _sorted(request.body)].append(answer)
            return answer

        list(hold(case, ask))

    def answer(self, request: WireRequest) -> Answer:
        self.asked.append(request)
        name, value = next(iter(self._key.items()), ("host", request.headers["host"]))
        if request.headers.get(name) != value:
            return refusal(401, "Incorrect API key provided")
        path = request.url.partition("/api")[2]
        answers = self._answers[path, _sorted(request.body)]
        return self.instead(request) or (answers.pop(0) if len(answers) > 1 else answers[0])


def _sorted(body: bytes) -> bytes:
    """Return a body with sorted keys, because ``stream`` has another place over a WebSocket than over HTTP."""
    return json.dumps(json.loads(body), sort_keys=True).encode()


def renamed(answer: Answer, ids: Aliases) -> Answer:
    ids.learn(b"".join(chunk.data for chunk in answer.chunks))
    chunks = tuple(Chunk(chunk.at + 7, ids.apply(chunk.data)) for chunk in answer.chunks)
    return msgspec.structs.replace(answer, chunks=chunks, pending=answer.pending and renamed(answer.pending, ids))


def refusal(status: int, message: str, **headers: str) -> Answer:
    body = b'{"type":"error","error":{"message":"%s","type":"some"}}' % message.encode()
    kept = {"content-type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status=status, headers=kept, chunks=(Chunk(0, body),), expected=None)


class Bench:
    """A folder of cassettes, imitated vendors on loopback, and the command that records from the vendors."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self._stack = stack

    def vendor(self, provider: str, dialect: str, ids: str = "") -> tuple[Vendor, str]:
        """Start an imitated vendor. Return it and its address."""
        key = key_of(provider)
        vendor = Vendor(provider, dialect, key.onto({}) if key else {}, ids)
        return vendor, self._stack.enter_context(serving(Background(vendor.answer).answer)) + "/api"

    def record(self, provider: str, dialect: str, address: str, *more: str, day: str = DAY) -> Result:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(record, "today", lambda: day)
            command = ["record", "--provider", provider, "--dialect", dialect, "--base-url", address]
            return CliRunner().invoke(app, [*command, "--folder", str(self.folder), *more])

    def files(self) -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file() and path.name != LOCK}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    for variable in {profile.key_variable for profile in map(load, _PROVIDERS)} - {None}:
        monkeypatch.setenv(str(variable), KEY)
    monkeypatch.setattr(record.time, "sleep", lambda _: None)
    with ExitStack() as stack:
        yield Bench(tmp_path / "mine" / "cassettes", stack)
    data.use(data.ours())


_PROVIDERS = ("anthropic", "bedrock", "cohere", "gemini", "mistral", "ollama", "openai")
EVERY: Any = [
    ("anthropic", "anthropic_messages"),
    ("bedrock", "bedrock_converse"),
    ("cohere", "cohere_v2"),
    ("gemini", "gemini_generate"),
    ("mistral", "mistral_chat"),
    ("ollama", "ollama_chat"),
    ("openai", "openai_chat"),
    ("openai", "openai_responses"),
]

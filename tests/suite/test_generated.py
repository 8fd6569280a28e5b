"""Tests of the choice of generated conversations by number, provider and id."""

from collections.abc import Callable

import msgspec

from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import NotPlayed
from conformance.suite.selection import Generated, Selection
from conformance.suite.verdicts import judge
from toolwire.model import Part, Request, Response, ToolCall
from toolwire.wire.exchange import WireRequest, WireResponse


def judged(adapter: object, dialect: str, count: int, seed: int = 5) -> list[Result]:
    names = [name for name in Generated(count, seed).names() if name.dialect == dialect]
    return [result for name in names for result in results(name, adapter)]


def results(name: CassetteName, adapter: object) -> tuple[Result, ...]:
    try:
        return judge(open_case(name), adapter)  # type: ignore[arg-type]
    except NotPlayed:
        return ()


class Wrong(ReferenceAdapter):
    """The reference adapter with changed readings or changed requests."""

    name = "wrong"

    def __init__(
        self,
        parts: Callable[[list[Part]], list[Part]] = lambda parts: parts,
        request: Callable[[Request], Request] = lambda request: request,
    ) -> None:
        self._parts, self._request = parts, request

    def decode(self, dialect: str, response: WireResponse) -> Response:
        answer = super().decode(dialect, response)
        return msgspec.structs.replace(answer, parts=tuple(self._parts([*answer.parts])))

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        return super().encode(dialect, self._request(request), base_url)


def merged(parts: list[Part]) -> list[Part]:
    """Drop calls that equal an earlier call."""
    kept: dict[object, Part] = {}
    for place, part in enumerate(parts):
        kept.setdefault((part.name, part.arguments.text) if isinstance(part, ToolCall) else place, part)
    return [*kept.values()]


def test_generated_cases_are_chosen_by_number_provider_and_id() -> None:
    chosen = Selection(providers=("openai",), generated=Generated(3, 9))
    drawn = [name for name in chosen.names if name.scenario.startswith("generated")]
    assert {(name.dialect, name.scenario) for name in drawn} == {
        (dialect, f"generated-9-{number}") for dialect in ("openai_chat", "openai_responses") for number in range(3)
    }
    [case] = Selection(ids=("mistral/mistral_chat/generated-1-4/plain",)).names
    assert str(case) == "mistral/mistral_chat/generated-1-4/plain"
    assert not any(name.scenario.startswith("generated") for name in Selection(scenarios=("call-single",)).names)

"""Making cassettes: a caller holds a scenario's conversation, and what crosses the wire is kept."""

import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import msgspec
import vcr
from vcr.patch import PATCHER_NAMES

from conformance.callers import caller, heard
from conformance.claims import DialectClaims
from conformance.model import CustomTool, Expected, ExpectedCall, Response, Text
from conformance.normalizer.dialect import dialect
from conformance.normalizer.reading import read_answer
from conformance.recording import headers, relay
from conformance.recording.aliases import Aliases
from conformance.recording.cassette import Answered, CassetteName, Models, Provenance, Timing
from conformance.recording.conversation import conversation, results
from conformance.recording.errors import RecordingError
from conformance.recording.loopback import Answerer, serving
from conformance.recording.persister import AtomicPersister
from conformance.scenarios import Scenario, ScriptedTurn, load
from conformance.standins import Answer, Ids, Turn, TurnCall, TurnSearch, stand_in
from conformance.wire import exact_json
from conformance.wire.exchange import WireRequest, WireResponse

# SDKs speak through these. The relay asks the genuine server with http.client: that half is not recorded.
_SDK_CLIENTS: Final = ("boto3", "httpx", "httpx2")


def record_documented(name: CassetteName, claims: DialectClaims, folder: Path) -> Path:
    """Record a scenario from the dialect's stand-in. The same bytes every time."""
    scenario = load(name.scenario)
    answers: list[Answer] = []

    def answerer(request: WireRequest) -> Answer:
        turn = _turn(scenario, scenario.script[len(answers)])
        answers.append(stand_in(name.dialect).answer(request, turn, Ids(str(name), len(answers))))
        return answers[-1]

    def provenance(_: list[Expected], served: tuple[str, ...], __: Exception | None) -> Provenance:
        refused = [_body(answer) for answer in answers if answer.expected and answer.expected.error]
        if refused and not scenario.refused:
            raise RecordingError(f"{name}: the stand-in refused: {refused[0].decode()[:300]}")
        if scenario.refused and not refused:
            raise RecordingError(f"{name}: the stand-in takes what is to be refused")
        return Provenance(
            origin="documented",
            date=claims.written,
            sources=claims.sources,
            models=Models(asked=claims.model_of(scenario.id), served=served),
            caller=_sdk(name.dialect),
            expected=tuple(Answered(answer=answer.expected, agreed=("script",)) for answer in answers),
            timing=Timing(times="scripted", chunks=_timing(answers)),
            ids="scripted",
        )

    return _record(name, claims, scenario, folder, answerer, provenance, aliases=None)


def record_local(
    name: CassetteName, claims: DialectClaims, folder: Path, server_url: str, server: str, date: str
) -> Path:
    """Record a scenario from a genuine server on loopback, at ``server_url``; ``server`` says which it is."""
    scenario = load(name.scenario)
    answers: list[Answer] = []

    def answerer(request: WireRequest) -> Answer:
        answers.append(relay.ask(server_url, request))
        return answers[-1]

    aliases = Aliases(str(name))

    def provenance(understood: list[Expected], served: tuple[str, ...], failure: Exception | None) -> Provenance:
        why = f"{_sdk(name.dialect)} cannot read it: {type(failure).__name__}: {failure}"
        agreed = [_agreed(name, answer, reading) for answer, reading in zip(answers, understood, strict=False)]
        agreed += [Answered(answer=None, agreed=(), why=why) for _ in answers[len(understood) :]]
        return Provenance(
            origin="recorded-local",
            date=date,
            sources=claims.sources,
            models=Models(asked=claims.model_of(scenario.id), served=served),
            caller=_sdk(name.dialect),
            expected=tuple(_aliased(answered, aliases) for answered in agreed),
            timing=Timing(times="measured", chunks=_timing(answers)),
            ids="aliased",
            server=server,
        )

    return _record(name, claims, scenario, folder, answerer, provenance, aliases=aliases)


def _record(
    name: CassetteName,
    claims: DialectClaims,
    scenario: Scenario,
    folder: Path,
    answerer: Answerer,
    provenance: Callable[[list[Expected], tuple[str, ...], Exception | None], Provenance],
    aliases: Aliases | None,
) -> Path:
    path = name.under(folder)
    real = urlsplit(claims.base_url)
    sdk = caller(name.dialect)

    def kept_request(request: Any) -> Any:
        asked = urlsplit(request.uri)
        request.uri = urlunsplit((real.scheme, real.netloc, asked.path, asked.query, ""))
        request.headers = headers.keep(dict(request.headers), headers.REQUEST)
        return request

    def kept_response(response: dict[str, Any]) -> dict[str, Any]:
        return response | {"headers": headers.keep(response["headers"], headers.RESPONSE)}

    recorder = vcr.VCR(
        record_mode="all",
        before_record_request=kept_request,
        before_record_response=kept_response,
        skip_patchers=[name for name in PATCHER_NAMES if name not in _SDK_CLIENTS],
    )
    recorder.register_persister(AtomicPersister)
    with serving(answerer) as address, recorder.use_cassette(str(path)) as cassette:
        failure: Exception | None = None
        understood: list[Expected] = []
        try:
            talk = sdk.converse(address + real.path, conversation(name, claims, scenario))
            understood = heard(talk, results(scenario))
        except Exception as error:  # the SDK's own failure is evidence when the server is genuine
            failure = error
        if failure is not None and (aliases is None or not len(cassette)):
            cassette.dirty = False
            raise RecordingError(f"{name}: {type(failure).__name__}: {failure}") from failure
        if aliases is not None:
            _alias(cassette, aliases)
        try:
            stated = provenance(understood, _served(name.dialect, cassette), failure)
        except RecordingError:
            cassette.dirty = False
            raise
        for key, value in exact_json.loads(msgspec.json.encode(stated)).items():
            cassette.get_metadata(key, value)
    return path


def _turn(scenario: Scenario, turn: ScriptedTurn) -> Turn:
    custom = [tool.name for tool in scenario.tools if isinstance(tool, CustomTool)]
    calls = tuple(TurnCall(name=call.tool, arguments=call.arguments, custom=call.tool in custom) for call in turn.calls)
    found = turn.search
    search = TurnSearch(query=found.query, title=found.title, url=found.url) if found else None
    return Turn(reasoning=turn.reasoning or "", search=search, text=turn.text or "", calls=calls)


def _sdk(name: str) -> str:
    distribution = caller(name).SDK
    return f"{distribution} {version(distribution)}"


def _timing(answers: list[Answer]) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(tuple((chunk.at, len(chunk.data)) for chunk in answer.chunks) for answer in answers)


def _body(answer: Answer) -> bytes:
    return b"".join(chunk.data for chunk in answer.chunks)


def _served(name: str, cassette: Any) -> tuple[str, ...]:
    """The models that the answers name, each once."""
    models = []
    for response in cassette.responses:
        read = read_answer(dialect(name), _wire(response))
        if read.model and read.model not in models:
            models.append(read.model)
    return tuple(models)


def _wire(response: dict[str, Any]) -> WireResponse:
    content_type = {key: value[0] for key, value in response["headers"].items()}
    return WireResponse(status=response["status"]["code"], headers=content_type, body=response["body"]["string"])


def _agreed(name: CassetteName, answer: Answer, understood: Expected) -> Answered:
    """The right reading, where the SDK and the normalizer have the same."""
    wire = WireResponse(status=answer.status, headers=answer.headers, body=_body(answer))
    read = _expected(read_answer(dialect(name.dialect), wire))
    if _same(read, understood):
        return Answered(answer=read, agreed=(_sdk(name.dialect), "reference normalizer"))
    why = f"the SDK read {_in_words(understood)}; the normalizer read {_in_words(read)}"
    return Answered(answer=None, agreed=(), why=why)


def _expected(response: Response) -> Expected:
    return Expected(
        calls=tuple(
            ExpectedCall(
                id=call.id, name=call.name, arguments=call.arguments.text, complete=call.complete, kind=call.kind
            )
            for call in response.calls
        ),
        text="".join(part.text for part in response.parts if isinstance(part, Text)),
        finish=response.finish.reason,
        error=response.error and msgspec.structs.replace(response.error, value=None),
    )


def _same(one: Expected, other: Expected) -> bool:
    def key(expected: Expected) -> Any:
        calls = [(call.id, call.name, _numbers(call.arguments)) for call in expected.calls]
        error = expected.error and (expected.error.message, expected.error.status)
        return calls, expected.text, expected.finish, error

    return bool(key(one) == key(other))


def _numbers(arguments: str) -> Any:
    """Arguments as values, numbers as floats: SDKs that parse lose the text of numbers."""
    try:
        return json.loads(arguments or "{}")
    except ValueError:
        return arguments


def _in_words(expected: Expected) -> str:
    return exact_json.dumps(msgspec.to_builtins(expected))


def _alias(cassette: Any, aliases: Aliases) -> None:
    for response in cassette.responses:
        aliases.learn(response["body"]["string"])
        for header in sorted(headers.REQUEST_IDS & response["headers"].keys()):
            aliases.learn_id(*response["headers"][header])
    for n, (request, response) in enumerate(cassette.data):
        request.body = aliases.apply(request.body)
        response["body"]["string"] = aliases.apply(response["body"]["string"])
        kept = {header: [aliases.of(value) for value in values] for header, values in response["headers"].items()}
        response["headers"] = kept
        cassette.data[n] = (request, response)


def _aliased(answered: Answered, aliases: Aliases) -> Answered:
    if answered.answer is None:
        return answered
    calls = tuple(msgspec.structs.replace(call, id=aliases.of(call.id)) for call in answered.answer.calls)
    return msgspec.structs.replace(answered, answer=msgspec.structs.replace(answered.answer, calls=calls))

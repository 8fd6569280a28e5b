"""The recording of documented cassettes.

An official SDK holds a scenario's conversation with the dialect's stand-in, a simulated provider. The cassette keeps
the exchanges as they are on the wire.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import msgspec
import vcr
from vcr.patch import PATCHER_NAMES

from conformance.callers import caller, heard
from conformance.recording import headers
from conformance.recording.background import Background
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.conversation import conversation, provenance, results, turn_of
from conformance.recording.errors import RecordingError
from conformance.recording.live_case import LiveCase
from conformance.recording.loopback import serving
from conformance.recording.persister import AtomicPersister
from conformance.recording.second_reader import sender
from conformance.scenarios import load_all as load_scenarios
from conformance.standins import Answer, Ids, stand_in
from toolwire.dialects.dialect import Dialect
from toolwire.dialects.reading import read_answer
from toolwire.providers import DialectClaims, load_all
from toolwire.providers import load as load_profile
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

# The SDKs send their requests with these packages.
_SDK_CLIENTS: Final = ("boto3", "httpx", "httpx2")


def record_all(provider: str | None, dialect: str | None, scenario: str | None, folder: Path) -> Iterator[CassetteName]:
    """Make the cassettes of a provider, a dialect and a scenario below ``folder``, and yield the name of each cassette
    as soon as it is made.

    None means every provider, dialect or scenario. Scenarios that the claims list as pending are then left out. See
    ``_chosen`` for other cassettes that are not made. A cassette whose origin is not ``documented`` stays unchanged.
    Raises ``RecordingError``, ``ClaimError`` and ``CassetteError``.
    """
    for name, profile in ({provider: load_profile(provider)} if provider else load_all()).items():
        for spoken, claims in profile.dialects.items():
            if dialect in (None, spoken):
                for cassette in _chosen(name, spoken, claims, scenario):
                    path = cassette.under(folder)
                    if not path.exists() or Cassette(path).origin == "documented":
                        record(LiveCase.of(cassette), folder)
                        yield cassette


def _chosen(provider: str, dialect: str, claims: DialectClaims, scenario: str | None) -> Iterator[CassetteName]:
    """Yield the names of the cassettes to make. ``scenario``: None means every scenario that is not pending.

    Scenarios that the claims list under ``unsupported`` or ``accepts`` are left out. So is a single mode that the
    claims list as pending, such as ``call-single.stream``, even if the caller names the scenario. A provider that
    borrows the dialect gets only the cassettes of the scenarios that its claims list as its own (``own``).
    """
    for every in load_scenarios():
        if claims.home != provider and every.id not in claims.own:
            continue
        # A pending scenario is made only if the caller names it.
        waits = every.id in claims.pending and scenario is None
        if scenario in (None, every.id) and every.id not in {*claims.unsupported, *claims.accepts} and not waits:
            for mode in every.modes:
                if f"{every.id}.{mode}" not in claims.pending:
                    yield CassetteName(provider, dialect, every.id, mode)


def record(case: LiveCase, folder: Path) -> Path:
    """Record a case with the dialect's stand-in, and return the path of the cassette below ``folder``.

    Every recording of a case has the same bytes. Raises ``RecordingError``.
    """
    name, scenario = case.name, case.scenario
    answers: list[Answer] = []

    def answerer(request: WireRequest) -> Answer:
        turn = turn_of(scenario, len(answers))
        answers.append(stand_in(name.dialect).answer(request, turn, Ids(str(name), len(answers))))
        return answers[-1]

    path = name.under(folder)
    real = urlsplit(case.claims.base_url)

    def kept_request(request: Any) -> Any:
        sent = urlsplit(request.uri)
        request.uri = urlunsplit((real.scheme, real.netloc, sent.path, sent.query, ""))
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
    with serving(Background(answerer).answer) as address, recorder.use_cassette(str(path)) as cassette:
        try:
            talk = caller(name.dialect).converse(address + real.path, conversation(case))
            heard(talk, results(scenario))
            _check(case, answers)
            stated = provenance(case, answers, _served(case.dialect, cassette), sender(name.dialect))
        except Exception as error:
            cassette.dirty = False
            if isinstance(error, RecordingError):
                raise
            raise RecordingError(f"{name}: {type(error).__name__}: {error}") from error
        for key, value in exact_json.loads(msgspec.json.encode(stated)).items():
            cassette.get_metadata(key, value)
    return path


def _check(case: LiveCase, answers: list[Answer]) -> None:
    name, scenario = case.name, case.scenario
    refused = [answer.body for answer in answers if answer.is_refusal]
    if refused and not scenario.refused:
        raise RecordingError(f"{name}: the stand-in refused: {refused[0].decode()[:300]}")
    if scenario.refused and not refused:
        raise RecordingError(f"{name}: expected the stand-in to refuse the request, got an answer")


def _served(dialect: Dialect, cassette: Any) -> tuple[str, ...]:
    """Return the models that the answers name. Each model appears once."""
    models = []
    for response in cassette.responses:
        read = read_answer(dialect, _wire(response))
        if read.model and read.model not in models:
            models.append(read.model)
    return tuple(models)


def _wire(response: dict[str, Any]) -> WireResponse:
    content_type = {key: value[0] for key, value in response["headers"].items()}
    return WireResponse(status=response["status"]["code"], headers=content_type, body=response["body"]["string"])

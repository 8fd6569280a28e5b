"""Case sets: files of requests with tools. Each line is a request as JSON."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from conformance.recording.conversation import opening
from conformance.scenarios import Mode, load_all
from conformance.verify.errors import StudyError
from conformance.verify.study import Endpoint
from toolwire.dialects.dialect import dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.transplant import transplant
from toolwire.model import Request
from toolwire.providers import owner, wire_format
from toolwire.wire import exact_json, limited_file
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest

SCENARIOS: Final = "scenarios"
"""The name of the case set that comes with the suite."""
WRITTEN: Final = "openai_chat"
"""The dialect in which case sets are written."""
_MOST: Final = 1024 * 1024 * 1024
"""The maximum size of a case set, in bytes."""
_LABEL: Final = "expected_tool_call"
_OF_THE_SET: Final = ("id", "check_type", "scenario_check", _LABEL)
"""The members of a line that describe the case. They are not sent to endpoints."""
_INPUT: Final = "_input"
"""A role in Moonshot's case set. Moonshot's verifier sends it as ``system``."""
_REASONING: Final = ("reasoning_detail", "reasoning", "reason")
"""Keys in MiniMax's case set. MiniMax's verifier sends their text as ``reasoning_content``."""


class Case(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A request that is sent to every endpoint."""

    id: str
    body: dict[str, Any]
    """The body in the form of ``openai_chat``, without ``model`` and ``stream``."""
    calls: bool | None = None
    """True if a call is expected. False if no call is expected. None if the case has no label."""

    def request(self, model: str, mode: Mode, limit: int) -> Request:
        """Return the canonical request. ``limit``: the maximum number of output tokens, if the case states none.

        Raises ``WireError``.
        """
        read = dialect(WRITTEN).read_request(WireRequest(url="", body=exact_json.encode(self.body)))
        return msgspec.structs.replace(
            read, model=model, stream=mode == "stream", max_output_tokens=read.max_output_tokens or limit
        )

    def limit(self, usual: int) -> int:
        """Return the maximum number of output tokens that the case states, or ``usual`` if it states none."""
        own = self.body.get("max_completion_tokens") or self.body.get("max_tokens")
        return own if isinstance(own, int) else usual

    def written(self, endpoint: Endpoint, mode: Mode, limit: int) -> WireRequest:
        """Return the request in the dialect of an endpoint. ``limit``: as for ``request``.

        Raises ``Inexpressible`` and ``WireError``.
        """
        request = self.request(endpoint.model, mode, limit)
        if endpoint.dialect != WRITTEN:
            request = transplant(request, endpoint.dialect).request
        written = dialect(endpoint.dialect).write_request(request, endpoint.base_url)
        if not endpoint.body:
            return written
        return msgspec.structs.replace(
            written, body=exact_json.encode({**exact_json.loads(written.body), **endpoint.body})
        )


def load(path: Path) -> tuple[Case, ...]:
    """Read a file of cases, in the form of this project, of Moonshot or of MiniMax. Raises ``StudyError``."""
    try:
        lines = limited_file.content(path, _MOST).split(b"\n")
    except (OSError, ValueError) as error:
        raise StudyError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    cases = [_case(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not cases:
        raise StudyError(f"{path}: expected a case on each line, got an empty file")
    seen: set[str] = set()
    for case in cases:
        if case.id in seen:
            raise StudyError(f"{path}: two cases have the id {case.id}")
        seen.add(case.id)
    return tuple(cases)


def of_scenarios() -> tuple[Case, ...]:
    """Return the first requests of the suite's scenarios, except requests that cannot be compared.

    Left out are requests without tools, requests that providers must refuse, requests with signed or encrypted
    reasoning that the client altered, requests whose token limit cuts the answer off, and requests that the dialect of
    case sets cannot express.
    """
    return tuple(_of_scenarios())


def digest(cases: tuple[Case, ...]) -> str:
    """Return the SHA-256 digest of a case set, in hexadecimal."""
    return hashlib.sha256(to_lines(cases)).hexdigest()


def to_lines(cases: tuple[Case, ...]) -> bytes:
    """Return a case set as lines of JSON that ``load`` can read."""
    return b"".join(exact_json.encode(_line(case)) + b"\n" for case in cases)


def _line(case: Case) -> dict[str, Any]:
    return {"id": case.id, **({} if case.calls is None else {_LABEL: case.calls}), **case.body}


def _of_scenarios() -> Iterator[Case]:
    form = wire_format(owner(WRITTEN), WRITTEN)
    for scenario in load_all():
        if scenario.refused or not scenario.tools or scenario.breaks_seals or scenario.limited:
            continue
        try:
            request = opening(scenario, "", form, stream=False)
            written = dialect(WRITTEN).write_request(request, "")
        except Inexpressible:
            continue
        body = exact_json.loads(written.body)
        yield Case(id=scenario.id, body={key: value for key, value in body.items() if key not in ("model", "stream")})


def _case(path: Path, number: int, line: bytes) -> Case:
    try:
        value = exact_json.loads(line)
    except WireError as error:
        raise StudyError(f"{path}:{number}: not JSON: {error}") from None
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
        raise StudyError(f"{path}:{number}: expected the body of a chat request with a list `messages`")
    label = value.get(_LABEL)
    case = Case(
        id=str(value.get("id", number)),
        body={
            key: [_message(message) for message in item] if key == "messages" else item
            for key, item in value.items()
            if key not in (*_OF_THE_SET, "model", "stream", "stream_options")
        },
        calls=label if isinstance(label, bool) else None,
    )
    try:
        case.request("model", "plain", 1)
    except WireError as error:
        raise StudyError(f"{path}:{number}: the request cannot be read: {error}") from None
    return case


def _message(message: Any) -> Any:
    if not isinstance(message, dict):
        return message
    role = {"role": "system"} if message.get("role") == _INPUT else {}
    thought = next((message[key] for key in _REASONING if message.get(key)), None)
    if thought is None:
        return {**message, **role}
    rest = {key: value for key, value in message.items() if key not in _REASONING}
    if isinstance(thought, list):
        thought = "\n".join(part["text"] for part in thought if isinstance(part, dict) and part.get("text"))
    return {**rest, **role, "reasoning_content": thought}

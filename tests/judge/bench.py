"""Broken and unusual exchanges and adapters. They are described as data, replayed and judged."""

import base64
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
import yaml

from conformance.adapters.codec import Unsupported
from conformance.adapters.reference import ReferenceAdapter
from conformance.data import cassettes_folder
from conformance.judge.checks import EVERY
from conformance.judge.finding import Effect, Finding
from conformance.judge.result import Result
from conformance.judge.rules import violations
from conformance.recording import vcr_file
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge
from toolwire.model import Request, Response, fresh
from toolwire.providers import Rule, load, owner, rules, wire_format
from toolwire.wire import aws_event_stream, exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

from .edits import Edit, Op

HERE = Path(__file__).parent
_FRAMINGS = {"text/event-stream": "sse", "application/x-ndjson": "ndjson", aws_event_stream.CONTENT_TYPE: "aws"}
Method = Literal["encode", "decode", "decode_request", "encode_response"]


class Change(Edit, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change, and the place where it is made.

    ``answer`` and ``request`` are the recorded bytes, and ``expected`` is the right reading. ``sent`` is the method,
    the URL, the headers and the body of the adapter's requests, or with ``text`` the bytes of the body. ``rewritten``
    is the same for a recorded request that the adapter has read and writes again. ``decoded`` is the adapter's reading
    of an answer. ``written`` is the answer that the adapter writes. ``method`` is an error that the method raises.
    """

    status: int | None = None
    """The new status of a recorded answer. Only the status changes."""
    content_type: str | None = None
    """The new content type of a recorded answer. Only this header changes."""
    at: Literal["answer", "request", "expected", "sent", "rewritten", "decoded", "written", "method"]
    turn: int | None = None
    """The index of the exchange. None means the first exchange for recorded bytes, and each exchange for an adapter."""
    method: Method | None = None
    raises: Literal["Unsupported", "ValueError"] = "Unsupported"


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The common fields of killers and innocents."""

    id: str
    cassette: str
    """The scenario and the mode, as in ``call-single.plain``. The file is named after the dialect."""
    provider: str | None = None
    """The provider that gave the answer. None means the dialect's owner."""
    given: tuple[Change, ...] = ()
    """Changes that make the exchange unusual, but legal."""


class Killer(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A passing exchange or adapter that is broken in exactly one place, perhaps by several edits."""

    change: Change | tuple[Change, ...]
    failing: frozenset[str] = frozenset()
    """The checks that fail. All other checks pass."""
    warning: frozenset[str] = frozenset()
    effects: dict[str, Effect] = {}
    """The gravest effect of each failing check that can have several effects."""
    rules: frozenset[str] = frozenset()
    """The ids of the broken rules, without their dialect."""
    predicates: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        unknown = (self.failing | self.warning | self.effects.keys()) - {check.name for check in EVERY}
        if unknown:
            raise ValueError(f"{self.id}: no such check: {', '.join(sorted(unknown))}; is it in CHECKS?")


class Innocent(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A legal but unusual exchange or adapter, for which no check fails or warns."""

    passing: frozenset[str] = frozenset()
    """The checks that a careless implementation would fail for this exchange. They apply, and they pass."""
    unsupported: frozenset[str] | Literal["others"] = frozenset()
    """The checks that do not apply because the adapter declines. ``others``: all of an adapter's checks except
    ``passing``.
    """
    rules: frozenset[str] = frozenset()
    predicates: frozenset[str] = frozenset()


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An edited request of a cassette's last exchange, without an answer. An innocent request keeps every rule."""

    id: str
    cassette: str
    rules: frozenset[str]
    given: tuple[Edit, ...] = ()
    provider: str | None = None
    """The provider whose rules the request keeps or breaks. None means the dialect's owner."""
    model: str | None = None


class Refused(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request that is broken in one place, and exactly the rules that it breaks."""

    change: Edit | tuple[Edit, ...]


def edits(killer: Killer | Refused) -> tuple[Any, ...]:
    """Return the edits that break a passing exchange."""
    return killer.change if isinstance(killer.change, tuple) else (killer.change,)


ELSEWHERE = dict.fromkeys(("sampling", "additions", "reasoning-option"), "tests/scans/test_settings.py")
"""Checks of generated conversations, each with the file of its tests. No cassette contains such a conversation."""


def dialects() -> tuple[str, ...]:
    """Return the dialects that have cassettes."""
    return tuple(sorted({path.name for path in cassettes_folder().glob("*/*")}))


@cache
def killers(dialect: str) -> tuple[Killer, ...]:
    return _read(HERE / "killers" / f"{dialect}.yaml", "entries", Killer)


@cache
def innocents(dialect: str) -> tuple[Innocent, ...]:
    return _read(HERE / "innocents" / f"{dialect}.yaml", "entries", Innocent)


@cache
def requests(dialect: str) -> tuple[Asked, ...]:
    return _read(HERE / "innocents" / f"{dialect}.yaml", "requests", Asked)


@cache
def refused(dialect: str) -> tuple[Refused, ...]:
    return _read(HERE / "killers" / f"{dialect}.yaml", "requests", Refused)


def broken_rules(dialect: str, asked: Asked, given: tuple[Edit, ...]) -> tuple[Finding, ...]:
    """Return the edited request's violations of the provider's rules."""
    return tuple(
        violations(body(dialect, asked, given), wire_format(owner(dialect), dialect).history, judged_by(dialect, asked))
    )


def body(dialect: str, asked: Asked, given: tuple[Edit, ...]) -> Any:
    """Return the body of the edited request."""
    found = exact_json.loads(document(dialect, asked.cassette)["interactions"][-1]["request"]["body"])
    for edit in given:
        found = edit.on(found)
    return found


def judged_by(dialect: str, asked: Asked) -> tuple[Rule, ...]:
    """Return the provider's rules for the model of the request."""
    provider = asked.provider or owner(dialect)
    return rules(provider, dialect, asked.model or load(provider).dialects[dialect].model)


def _read(path: Path, key: str, kind: type[Any]) -> tuple[Any, ...]:
    if not path.exists():
        return ()
    data = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
    return tuple(_entry(f"{path}: {key}", entry, kind) for entry in data.get(key, ()))


def _entry(place: str, entry: dict[str, Any], kind: type[Any]) -> Any:
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as error:
        if "op`" in str(error):
            where = f"expected op to be one of {', '.join(get_args(Op))} (default: set)"
        elif kind in (Asked, Refused):
            where = "put an entry with a cassette under `entries`"
        else:
            where = "put an entry with only a request under `requests`"
        raise ValueError(f"{place}: {entry.get('id')}: {error}; {where}") from None


@cache
def _document(path: Path) -> bytes:
    whole = vcr_file.read_document(path)
    for interaction in whole["interactions"]:
        body = interaction["response"]["body"]
        if isinstance(body["string"], bytes):
            interaction["response"]["body"] = {"base64_string": base64.b64encode(body["string"]).decode()}
    return exact_json.encode(whole)


def cassette_name(dialect: str, cassette: str, provider: str | None = None) -> CassetteName:
    scenario, mode = cassette.split(".")
    return CassetteName(provider or owner(dialect), dialect, scenario, mode)  # type: ignore[arg-type]


def document(dialect: str, cassette: str, provider: str | None = None) -> dict[str, Any]:
    """Return a copy of a provider's cassette.

    If the provider has no such cassette, return the cassette of the dialect's owner, with the provider's address and
    model.
    """
    name = cassette_name(dialect, cassette, provider)
    if not name.under(cassettes_folder()).exists():
        name = cassette_name(dialect, cassette)
    whole: dict[str, Any] = exact_json.loads(_document(name.under(cassettes_folder())))
    lender, asked = (load(lent).dialects[dialect] for lent in (name.provider, provider or name.provider))
    for request in (interaction["request"] for interaction in whole["interactions"]):
        request["uri"] = request["uri"].replace(lender.base_url, asked.base_url)
        request["body"] = request["body"].replace(lender.model_of(name.scenario), asked.model_of(name.scenario))
    whole["metadata"]["models"]["asked"] = asked.model_of(name.scenario)
    return whole


class Tampered(ReferenceAdapter):
    """The reference adapter with changed inputs and outputs. A change whose path leads nowhere has no effect."""

    exposes = ()

    def __init__(self, changes: tuple[Change, ...], framing: str) -> None:
        self._changes = changes
        self._framing = framing
        self._reread: tuple[Request, ...] = ()
        self._turn = -1
        self.done: set[int] = set()
        """The ``id()`` of each change that was made."""

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        self._raise("encode")
        wire = super().encode(dialect, request, base_url)
        seen = {
            "method": wire.method,
            "url": wire.url,
            "headers": dict(wire.headers),
            "body": exact_json.loads(wire.body),
        }
        is_reread = request in self._reread
        self._turn += not is_reread
        changed = self._apply("rewritten" if is_reread else "sent", seen)
        body = exact_json.encode(changed["body"])
        for change in self._changes:
            if change.at == "sent" and change.op == "text":
                body = change.on_bytes(body, "")
                self.done.add(id(change))
        return WireRequest(url=changed["url"], method=changed["method"], headers=changed["headers"], body=body)

    def decode(self, dialect: str, response: WireResponse) -> Response:
        self._raise("decode")
        return self._apply("decoded", super().decode(dialect, response))  # type: ignore[no-any-return]

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        self._raise("decode_request")
        read = super().decode_request(dialect, request)
        self._reread = (read, fresh(read))
        return read

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        self._raise("encode_response")
        body = super().encode_response(dialect, response, stream=stream)
        for change in self._changes:
            if change.at == "written":
                body = change.on_bytes(body, self._framing if stream else "")
                self.done.add(id(change))
        return body

    def _apply(self, at: str, value: Any) -> Any:
        for change in self._changes:
            if change.at == at and change.op != "text" and change.turn in (None, self._turn):
                try:
                    value = change.on(value)
                except LookupError:
                    continue
                self.done.add(id(change))
        return value

    def _raise(self, method: Method) -> None:
        for change in self._changes:
            if change.method == method and change.turn in (None, self._turn + 1):
                self.done.add(id(change))
                raise Unsupported("declined") if change.raises == "Unsupported" else ValueError("broken")


def judged(dialect: str, entry: Entry, changes: tuple[Change, ...], folder: Path) -> tuple[Result, ...]:
    """Return the results of all checks after the changes."""
    name = cassette_name(dialect, entry.cassette, entry.provider)
    whole = document(dialect, entry.cassette, entry.provider)
    framing = _FRAMINGS.get(whole["interactions"][0]["response"]["headers"]["content-type"][0].partition(";")[0], "")
    adapter = Tampered(changes, framing)
    for change in changes:
        _tamper(whole, change, framing)
    path = name.under(folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(exact_json.encode(whole))
    results = judge(open_case(name, folder), adapter)
    inside = {id(change) for change in changes if change.at not in ("answer", "request", "expected")}
    assert adapter.done == inside, "a declared change had no effect"
    return results


def _tamper(whole: dict[str, Any], change: Change, framing: str) -> None:
    turn = change.turn or 0
    interaction = whole["interactions"][turn]
    match change.at:
        case "answer" if change.status is not None:
            interaction["response"]["status"]["code"] = change.status
        case "answer" if change.content_type is not None:
            interaction["response"]["headers"]["content-type"] = [change.content_type]
        case "answer":
            whole["metadata"]["expected"][turn]["agreed"] = ["an edit"]
            body = interaction["response"]["body"]
            if framing == "aws":
                data = change.on_bytes(base64.b64decode(body["base64_string"]), framing)
                body["base64_string"] = base64.b64encode(data).decode()
            else:
                body["string"] = change.on_bytes(body["string"].encode(), framing).decode()
        case "request":
            interaction["request"]["body"] = change.on_bytes(interaction["request"]["body"].encode(), "").decode()
        case "expected":
            whole["metadata"]["expected"][turn] = change.on(whole["metadata"]["expected"][turn])

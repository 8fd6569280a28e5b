"""Broken and unusual exchanges and adapters, described as data and put through the real replay and verdicts."""

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
    """One change, and where it is made.

    ``answer``, ``request``: the recorded bytes; ``expected``: the right reading.
    ``sent``: method, url and body of the adapter's requests (``text``: the bytes of the body); ``rewritten``: of a
    recorded request that it read and writes again. ``decoded``: what it makes of an answer. ``written``: the answer
    that it writes. ``method``: an error that the method raises.
    """

    status: int | None = None
    """Of a recorded answer: the status alone becomes this."""
    content_type: str | None = None
    """Of a recorded answer: this header alone becomes this."""
    at: Literal["answer", "request", "expected", "sent", "rewritten", "decoded", "written", "method"]
    turn: int | None = None
    """The exchange; for recorded bytes the first one where it is not said, for an adapter every one."""
    method: Method | None = None
    raises: Literal["Unsupported", "ValueError"] = "Unsupported"


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What killers and innocents have in common."""

    id: str
    cassette: str
    """``scenario.mode``; the file is named after the dialect."""
    provider: str | None = None
    """Who answered so, at its own address; the dialect's owner where nobody is named."""
    given: tuple[Change, ...] = ()
    """What makes the exchange unusual, and legal."""


class Killer(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A passing exchange or adapter, broken in exactly one place: one thing is wrong, however many edits say it."""

    change: Change | tuple[Change, ...]
    failing: frozenset[str] = frozenset()
    """The checks that fail: these and no others."""
    warning: frozenset[str] = frozenset()
    effects: dict[str, Effect] = {}
    """The gravest effect of each of these checks that can have several."""
    rules: frozenset[str] = frozenset()
    """The rules that are broken, without their dialect."""
    predicates: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        unknown = (self.failing | self.warning | self.effects.keys()) - {check.name for check in EVERY}
        if unknown:
            raise ValueError(f"{self.id}: no such check: {', '.join(sorted(unknown))}; is it in CHECKS?")


class Innocent(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A legal but unusual exchange or adapter: no check fails or warns."""

    passing: frozenset[str] = frozenset()
    """The checks that it is meant to tempt: they have something to say, and pass."""
    unsupported: frozenset[str] | Literal["others"] = frozenset()
    """The checks that have nothing to say as the adapter declines; ``others``: none of an adapter but those passes."""
    rules: frozenset[str] = frozenset()
    predicates: frozenset[str] = frozenset()


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request alone: the one of the cassette's last exchange, edited. As an innocent it keeps every rule."""

    id: str
    cassette: str
    rules: frozenset[str]
    given: tuple[Edit, ...] = ()
    provider: str | None = None
    """Whose rules it keeps or breaks; the dialect's owner's where nobody is named."""
    model: str | None = None


class Refused(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request alone that is broken in one place, and the rules that it then breaks: these and no others."""

    change: Edit | tuple[Edit, ...]


def edits(killer: Killer | Refused) -> tuple[Any, ...]:
    """The edits that break what passes."""
    return killer.change if isinstance(killer.change, tuple) else (killer.change,)


ELSEWHERE = dict.fromkeys(("sampling", "additions", "reasoning-option"), "tests/scans/test_settings.py")
"""Checks of generated conversations, which are in no file that could be edited here, each with its tests."""


def dialects() -> tuple[str, ...]:
    """The dialects that have cassettes."""
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
    """What the request breaks of the provider's rules, once it is edited."""
    return tuple(
        violations(body(dialect, asked, given), wire_format(owner(dialect), dialect).history, judged_by(dialect, asked))
    )


def body(dialect: str, asked: Asked, given: tuple[Edit, ...]) -> Any:
    """The request, once it is edited."""
    found = exact_json.loads(document(dialect, asked.cassette)["interactions"][-1]["request"]["body"])
    for edit in given:
        found = edit.on(found)
    return found


def judged_by(dialect: str, asked: Asked) -> tuple[Rule, ...]:
    """The rules for the model that the request asks, of the provider."""
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
            where = f"op is one of {', '.join(get_args(Op))}, and set where there is none"
        elif kind in (Asked, Refused):
            where = "an entry with a cassette belongs under entries"
        else:
            where = "an entry about a request alone under requests"
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
    """A fresh copy of a cassette's document, as asked of a provider."""
    name = cassette_name(dialect, cassette)
    whole: dict[str, Any] = exact_json.loads(_document(name.under(cassettes_folder())))
    lender, asked = (load(lent).dialects[dialect] for lent in (name.provider, provider or name.provider))
    for request in (interaction["request"] for interaction in whole["interactions"]):
        request["uri"] = request["uri"].replace(lender.base_url, asked.base_url)
        request["body"] = request["body"].replace(lender.model_of(name.scenario), asked.model_of(name.scenario))
    whole["metadata"]["models"]["asked"] = asked.model_of(name.scenario)
    return whole


class Tampered(ReferenceAdapter):
    """The reference with changes to what it takes in or gives out, wherever their paths lead somewhere."""

    exposes = ()

    def __init__(self, changes: tuple[Change, ...], framing: str) -> None:
        self._changes = changes
        self._framing = framing
        self._reread: tuple[Request, ...] = ()
        self._turn = -1
        self.done: set[int] = set()
        """The changes that were made, by their ``id()``."""

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        self._raise("encode")
        wire = super().encode(dialect, request, base_url)
        seen = {"method": wire.method, "url": wire.url, "body": exact_json.loads(wire.body)}
        is_reread = request in self._reread
        self._turn += not is_reread
        changed = self._apply("rewritten" if is_reread else "sent", seen)
        body = exact_json.encode(changed["body"])
        for change in self._changes:
            if change.at == "sent" and change.op == "text":
                body = change.on_bytes(body, "")
                self.done.add(id(change))
        return WireRequest(url=changed["url"], method=changed["method"], body=body)

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
    """The results of all checks, once the changes are made."""
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
    assert adapter.done == inside, "a change was never made"
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

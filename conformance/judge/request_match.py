"""Whether an adapter's request says the same as the recorded one."""

import codecs
import json
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache, partial
from itertools import groupby
from typing import Final, Literal
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from conformance.judge import arguments, bytes_text, pairing, same_schema, wording
from conformance.judge.difference import Difference, compare
from conformance.judge.earlier import Earlier
from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.marks import Read
from conformance.judge.trial import Trial
from toolwire.model import Json
from toolwire.providers import HistoryView
from toolwire.providers.wire_format import RESULT_KEYS, Equal
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_ABSENT: Final = "absent"
_ANYTHING: Final = "*"
_PORTS: Final = {"http": 80, "https": 443}
_MOST: Final = 60
"""So many differences of one request are told; of more it is said how many there are."""
_OBJECT: Final = "the object"
_JSON_TEXT: Final = "JSON text"
"""Keys that mark what has been levelled, so that it is levelled once."""


def request_matches(trial: Trial) -> Iterator[Finding]:
    """Method, URL and body say what the recorded request says; only differences that mean nothing are allowed."""
    if trial.encoded is None:
        raise NotApplicable
    yield from differences(trial.encoded, trial.recorded.request, trial.form.equal, trial.earlier)


def matches(sent: WireRequest, recorded: WireRequest, equal: tuple[Equal, ...], earlier: Earlier | None = None) -> bool:
    """Whether ``sent`` says the same as ``recorded``, whatever the ids of the ``earlier`` calls are."""
    if sent.method != recorded.method or _address(sent.url, equal) != _address(recorded.url, equal):
        return False
    try:
        return arguments.same(read_leveled(recorded.body, equal, earlier), read_leveled(sent.body, equal, earlier))
    except JsonError:
        return False


@lru_cache(maxsize=64)
def read_leveled(body: bytes, equal: tuple[Equal, ...], earlier: Earlier | None = None) -> Json:
    """A body with equal spellings made the same; not to be changed. Raises ``JsonError``."""
    said = exact_json.loads(body)
    return leveled(earlier.number(said) if earlier else said, equal)


def is_another_request(trial: Trial) -> bool:
    """Whether what the adapter sent went where the recorded request went, as JSON, and says something else there."""
    if trial.encoded is None or not goes_there(trial.encoded, trial.recorded.request, trial.form.equal):
        return False
    return isinstance(trial.sent(), dict)


def goes_there(sent: WireRequest, recorded: WireRequest, equal: tuple[Equal, ...]) -> bool:
    """Whether a request goes where the recorded one went, whatever it says there."""
    return sent.method == recorded.method and _address(sent.url, equal) == _address(recorded.url, equal)


def holds_a_conversation(sent: WireRequest, view: HistoryView) -> bool:
    """Whether a request has a history to go on with; what cannot be read may have one."""
    try:
        return bool(sent.body) and bool(pointer.values(exact_json.loads(sent.body), view.items.removesuffix("/*")))
    except JsonError:
        return True


def differing(
    sent: WireRequest, recorded: WireRequest, equal: tuple[Equal, ...], earlier: Earlier | None = None
) -> Iterator[Difference]:
    """The differences between ``sent`` and ``recorded`` as data, what explains most first; ids of the ``earlier`` calls
    may differ.

    Bodies that are not JSON are compared as text.
    """
    if sent.method != recorded.method:
        yield Difference(kind="changed", path="method", expected=recorded.method, actual=sent.method)
    if _address(sent.url, equal) != _address(recorded.url, equal):
        yield Difference(kind="changed", path="url", expected=recorded.url, actual=sent.url)
    if _unreadable(sent) or _unreadable(recorded):
        if sent.body != recorded.body:
            expected, actual = (one.body.decode(errors="backslashreplace") for one in (recorded, sent))
            yield Difference(kind="changed", path="", expected=expected, actual=actual)
        return
    yield from compare(read_leveled(recorded.body, equal, earlier), read_leveled(sent.body, equal, earlier))


def differences(
    sent: WireRequest,
    recorded: WireRequest,
    equal: tuple[Equal, ...],
    earlier: Earlier | None = None,
    most: int | None = _MOST,
) -> Iterator[Finding]:
    """The same as findings.

    ``most``: so many differences at most, and how many more there are; None for all.
    """
    if sent.body.startswith(codecs.BOM_UTF8):
        yield Finding(path="", message="a byte order mark, which RFC 8259 forbids to send")
    unread = _unreadable(recorded) or _unreadable(sent)
    found = [one for one in differing(sent, recorded, equal, earlier) if one.path or not unread]
    yield from (Finding(path=one.path, message=in_words(one)) for one in found[:most])
    if unread:
        yield Finding(path="", message=f"the body is not JSON: {unread}")
    elif most is not None and len(found) > most:
        yield Finding(path="", message=f"{len(found) - most} more differences")


def in_words(one: Difference) -> str:
    """What a difference is, without its place."""
    item = f"item {one.path.rpartition('/')[2]}"
    match one.kind:
        case "changed":
            return wording.expected_got(one.expected, one.actual)
        case "missing" if one.is_item:
            return f"missing {item}: {wording.shown(one.expected)}"
        case "missing":
            return f"expected {wording.shown(one.expected)}, got nothing"
        case "unexpected" if one.is_item:
            return f"unexpected {item}: {wording.shown(one.actual)}"
        case "unexpected":
            return f"expected nothing, got {wording.shown(one.actual)}"
        case "moved":
            to = one.moved_to.rpartition("/")[2]
            return f"expected as {item}, got as item {to}: {wording.shown(one.expected)}"


def _unreadable(request: WireRequest) -> str:
    """Why a body is not JSON; "" where it is."""
    try:
        read_leveled(request.body, ())
    except JsonError as error:
        return str(error)
    return ""


def _address(url: str, equal: tuple[Equal, ...]) -> Json:
    """What a URL addresses, whatever the case of its host, and with the port said or not."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return url
    query: dict[str, Json] = {
        key: values[0] if len(values) == 1 else values
        for key, values in parse_qs(parts.query, keep_blank_values=True).items()
    }
    path = {str(n): unquote(step) for n, step in enumerate(parts.path.split("/")[1:])}
    for place, key, rule in _in_address(equal):
        said = path if place == "path" else query
        if key in said:
            _level(said, key, rule)
    return parts.scheme, parts.hostname, port, path, query


@lru_cache(maxsize=64)
def _in_address(equal: tuple[Equal, ...]) -> tuple[tuple[Literal["path", "query"], str, Equal], ...]:
    """The rules of addresses, each with where the key is that it is about."""
    return tuple(
        ("path", rule.at.removeprefix("?/"), rule)
        if rule.at.startswith("?/")
        else ("query", rule.at.removeprefix("?"), rule)
        for rule in equal
        if rule.at.startswith("?")
    )


def leveled(body: Json, equal: tuple[Equal, ...]) -> Json:
    """``body`` with equal spellings made the same."""
    in_body = _in_body(equal)
    has_keys = isinstance(body, dict)
    for there in (*in_body, *in_body):  # what one rule levels may lay open what an earlier one does
        if not has_keys or not there.head or there.head in body:
            there.level(body)
    return body


class _AtPlace(msgspec.Struct, frozen=True):
    """Rules that follow on each other and are about one place of bodies, made ready: there are many bodies."""

    at: str
    head: str
    """The key that a body must have for them, if any."""
    rules: tuple[tuple[str, Equal], ...]
    """Each with the key that it is about, of the object that stands there; "" where it is about all of it."""

    def level(self, body: Json) -> None:
        places = pointer.values(body, self.at)
        for key, rule in self.rules if places else ():
            for place in places:
                if not key:
                    _level_whole(place, rule)
                elif isinstance(place, dict) and key in place and _is_where(place, rule):
                    _level(place, key, rule)

    def ignored(self, body: Json) -> Iterator[Json]:
        """The values that mean nothing, whatever they are."""
        places = pointer.values(body, self.at) if any(rule.ignore for _, rule in self.rules) else []
        for key, rule in self.rules:
            if rule.ignore:
                yield from (it[key] for it in places if isinstance(it, dict) and key in it and _is_where(it, rule))


class _InAll(msgspec.Struct, frozen=True):
    """A rule that looks at several places of a body."""

    rule: Equal
    head: str = ""

    def level(self, body: Json) -> None:
        rule = self.rule
        if rule.hoist is not None and isinstance(body, dict):
            _hoist(body, rule.at.removeprefix("/"), rule.hoist)
        elif rule.pairs is not None:
            pairing.number(body, rule.pairs)
        elif rule.every is not None:
            _drop_all(body, rule, rule.every)


def ignored(body: Json, equal: tuple[Equal, ...]) -> list[Json]:
    """The values in a body that mean nothing, whatever they are."""
    return [value for there in _in_body(equal) if isinstance(there, _AtPlace) for value in there.ignored(body)]


@lru_cache(maxsize=64)
def _in_body(equal: tuple[Equal, ...]) -> tuple[_AtPlace | _InAll, ...]:
    """The rules of bodies, in their order."""
    of_bodies = [rule for rule in equal if not rule.at.startswith("?")]
    found: list[_AtPlace | _InAll] = []
    for at, rules in groupby(of_bodies, key=_place_of):
        if at is None:
            found += map(_InAll, rules)
        else:
            head = at.split("/")[1] if at else ""
            keyed = tuple(("" if rule.at == at else rule.at.rpartition("/")[2], rule) for rule in rules)
            found.append(_AtPlace(at, "" if head == "*" or "~" in head else head, keyed))
    return tuple(found)


def _place_of(rule: Equal) -> str | None:
    """Where the objects stand that a rule is about; None where it is not about one place."""
    if rule.hoist is not None or rule.pairs is not None or rule.every is not None:
        return None
    if rule.rename or rule.only or rule.json_schema or rule.types or rule.nullable:
        return rule.at
    return rule.at.rpartition("/")[0]


def _is_where(place: dict[str, Json], rule: Equal) -> bool:
    if rule.beside is not None and not place.get(rule.beside):
        return False
    return not rule.where or all(place.get(name) == value for name, value in rule.where.items())


def _level_whole(place: Json, rule: Equal) -> None:
    if rule.only:
        _keep(place, rule.only)
    _rename(place, rule.rename)
    if rule.json_schema:
        same_schema.level(place, rule.json_schema)
    same_schema.name_types(place, rule.types)
    if rule.nullable:
        same_schema.say_null(place, rule.nullable)


def _hoist(body: dict[str, Json], key: str, to: str) -> None:
    match body.get(key):
        case [{"role": "system" | "developer", "content": str(text), **more}, *others] if not more and to not in body:
            body[key], body[to] = others, text


def _drop_all(body: Json, rule: Equal, every: str) -> None:
    parent, _, key = rule.at.rpartition("/")
    named = {exact_json.dumps(value) for value in pointer.values(body, every)}
    for place in pointer.values(body, parent):
        if isinstance(place, dict) and _is_where(place, rule):
            said = place.get(key)
            if isinstance(said, list) and {exact_json.dumps(value) for value in said} == named:
                del place[key]


def _rename(place: Json, names: dict[str, str]) -> None:
    if isinstance(place, dict):
        for key, name in names.items():
            if key in place and name not in place:
                place[name] = place.pop(key)


def _keep(place: Json, keys: tuple[str, ...]) -> None:
    if isinstance(place, dict):
        for key in [key for key in place if key not in keys]:
            del place[key]


def _level(place: dict[str, Json], key: str, rule: Equal) -> None:
    """Level what stands under a key that ``place`` has."""
    value = place[key]
    if rule.ignore:
        del place[key]
        return
    if _is_one_of(value, rule.values) or _is_strict_anyway(place, value, rule):
        if _ABSENT in rule.values:
            del place[key]
        else:
            place[key] = deepcopy(rule.values[0])
        return
    if isinstance(value, list):
        place[key] = value = _ordered(value, rule)
    if rule.unwrap:
        place[key] = value = _bare(value, rule, place)
    if rule.alone or rule.documents:
        place[key] = value = _result_text(value, rule)
    if (rule.json_text or rule.json_value) and isinstance(value, str):
        try:
            place[key] = Read(_JSON_TEXT, exact_json.loads(value), value)
        except JsonError:
            return
    elif rule.json_value and isinstance(value, dict):
        place[key] = value if isinstance(value, Read) else Read(_JSON_TEXT, value, value)
    if rule.base64 and isinstance(value, str):
        place[key] = bytes_text.bare(value)
    match value:
        case [{"type": kind, "text": str(text), **more}] if kind in rule.text_parts and not more:
            place[key] = text
        case [{"role": "user", "content": str(text), **more}] if rule.message and not more:
            place[key] = text
    if rule.wrapper is not None:
        place[key] = next(iter(_held(rule.wrapper, value) or ()), value)


def _is_strict_anyway(tool: dict[str, Json], said: Json, rule: Equal) -> bool:
    return rule.strict_schema is not None and said is True and same_schema.is_strict(tool.get(rule.strict_schema))


def _held(wrapper: Json, value: Json) -> list[Json] | None:
    """What stands in the value where the wrapper has anything; None where the value is not like the wrapper."""
    if wrapper == _ANYTHING:
        return [value]
    if isinstance(wrapper, dict) and isinstance(value, dict) and wrapper.keys() == value.keys():
        held = [_held(wrapper[key], value[key]) for key in wrapper]
    elif isinstance(wrapper, list) and isinstance(value, list) and len(wrapper) == len(value):
        held = [_held(one, other) for one, other in zip(wrapper, value, strict=True)]
    else:
        return [] if arguments.same(wrapper, value) else None
    return None if None in held else [one for some in held if some for one in some]


def _ordered(items: list[Json], rule: Equal) -> list[Json]:
    if rule.turns is not None:
        return _turns(items, rule.turns)
    if rule.join is not None:
        return list(_joined(items, rule.join))
    if rule.drop:
        return [item for item in items if not _is_run(item, rule.drop)]
    if rule.split:
        return [one for item in items for one in _split(item)]
    if rule.merge is not None:
        return _merged(items, rule.merge)
    if rule.sort_by is None:
        return items
    by = partial(_place, at=rule.sort_by)
    if not rule.sort_runs:
        return sorted(items, key=by)
    runs = groupby(items, key=lambda item: _is_run(item, rule.sort_runs))
    return [one for is_run, run in runs for one in (sorted(run, key=by) if is_run else run)]


def _split(item: Json) -> list[Json]:
    return [{key: value} for key, value in item.items()] if isinstance(item, dict) and item else [item]


def _merged(items: list[Json], key: str) -> list[Json]:
    whole = [item for item in items if isinstance(item, dict) and item.keys() == {key} and isinstance(item[key], list)]
    if not whole:
        return items
    others = [item for item in items if not any(item is one for one in whole)]
    return [{key: [one for item in whole for one in item[key]]}, *others]


def _turns(items: list[Json], key: str) -> list[Json]:
    turns: list[Json] = []
    for item in items:
        if turns and _but(item, key) is not None and _but(item, key) == _but(turns[-1], key):
            turns[-1] = {**turns[-1], key: _contents(turns[-1][key]) + _contents(item[key])}
        else:
            turns.append(item)
    return turns


def _but(item: Json, key: str) -> Json:
    """What an item says beside its content; None where it has none."""
    if not isinstance(item, dict) or not isinstance(item.get(key), str | list):
        return None
    return {name: value for name, value in item.items() if name != key}


def _contents(content: Json) -> list[Json]:
    return content if isinstance(content, list) else [{"type": "text", "text": content}]


def _joined(items: list[Json], key: str) -> Iterator[Json]:
    def is_piece(item: Json) -> bool:
        return isinstance(item, dict) and item.keys() == {key} and isinstance(item[key], str)

    for are_pieces, run in groupby(items, key=is_piece):
        if are_pieces:
            yield {key: "".join(item[key] for item in run)}
        else:
            yield from run


def _place(item: Json, at: str) -> str:
    return json.dumps(pointer.values(item, at), sort_keys=True, default=str)


def _is_run(item: Json, values: dict[str, tuple[Json, ...]]) -> bool:
    return isinstance(item, dict) and all(item.get(key) in among for key, among in values.items())


def _bare(value: Json, rule: Equal, around: dict[str, Json]) -> Json:
    """An object, marked as such, without what wraps it; anything else as it is."""
    given = value
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict) or value.keys() == {_OBJECT}:
        return value
    for key, beside in rule.repeats.items():
        if key in value and value[key] == around.get(key) and value.keys() - {key} in [{one} for one in beside]:
            value = {one: said for one, said in value.items() if one != key}
    while isinstance(value, dict) and len(value) == 1 and next(iter(value)) in rule.unwrap:
        value = next(iter(value.values()))
    return Read(_OBJECT, _unwrapped(value), given)


def _result_text(value: Json, rule: Equal) -> Json:
    if rule.alone and isinstance(value, str):
        value = said_alone(value)
    return _document_text(value, rule.documents) if rule.documents else value


def said_alone(text: str) -> str:
    """The text under one of ``RESULT_KEYS``, where an object of nothing else is spelled; else the text itself."""
    try:
        spelled = exact_json.loads(text)
    except JsonError:
        return text
    if isinstance(spelled, dict) and len(spelled) == 1:
        [(key, said)] = spelled.items()
        return str(said) if key in RESULT_KEYS and isinstance(said, str) else text
    return text


def _unwrapped(value: Json) -> Json:
    """The object or list that a text or a part with it spells; any other value under the usual key."""
    match value:
        case [{"text": str(text), **more}] if not more:
            value = text
    if isinstance(value, str):
        value = said_alone(value)
        try:
            spelled = exact_json.loads(value)
        except JsonError:
            spelled = None
        value = spelled if isinstance(spelled, dict | list) else value
    return value if isinstance(value, dict) else {"output": value}


def _document_text(value: Json, keys: tuple[str, ...]) -> Json:
    """The object that a text or the only document of an array spells, or the text that it has under one of ``keys``."""
    given = value
    match value:
        case [{"type": "document", "document": {"data": data, **more}}] if not more.keys() - {"id"}:
            value = data
    if isinstance(value, str):
        try:
            spelled = exact_json.loads(value)
        except JsonError:
            return value
        return Read(_JSON_TEXT, spelled, given) if isinstance(spelled, dict) else value
    match value:
        case Read():
            return value
        case dict() if len(value) == 1 and next(iter(value)) in keys and isinstance(next(iter(value.values())), str):
            return _document_text(next(iter(value.values())), ())
        case dict():
            return Read(_JSON_TEXT, value, given)
    return value


def _is_one_of(value: Json, values: tuple[Json, ...]) -> bool:
    if type(value) is str:
        return any(type(one) is str and one == value != _ABSENT for one in values)
    return any(type(one) is not str and arguments.same(one, value) for one in values)

"""Tests of every entry of ``equal`` in a format.yaml: the named spellings are equal, and no others."""

import base64
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cache, singledispatch
from itertools import takewhile
from pathlib import Path
from typing import get_args

import msgspec
import pytest
import yaml

from conformance.data import cassettes_folder
from conformance.judge.equal import normalised
from conformance.judge.equal.operations import in_object
from conformance.judge.equal.texts import result_text
from conformance.judge.request_match import differences
from conformance.recording.cassette import Cassette
from toolwire.json_value import Json
from toolwire.providers import owner, wire_format
from toolwire.providers.equal import (
    ABSENT,
    ANYTHING,
    RESULT_KEYS,
    Base64,
    Drop,
    DropBefore,
    Equal,
    Hoist,
    Ignore,
    IgnoreAll,
    IgnoreStrict,
    JoinArguments,
    JoinText,
    JoinTurns,
    JsonText,
    JsonValue,
    Keep,
    Merge,
    NumberCalls,
    OfMember,
    Operation,
    Rename,
    Schema,
    SchemaCounts,
    SchemaKeys,
    SchemaKnown,
    SchemaNull,
    SchemaTypes,
    Sort,
    SortRuns,
    Split,
    Unify,
    Unwrap,
    UnwrapDocument,
    UnwrapMessage,
    UnwrapObject,
    UnwrapResult,
    UnwrapText,
)
from toolwire.wire import exact_json, pointer
from toolwire.wire.exchange import WireRequest

from .bench import dialects

EVERY = [(dialect, operation) for dialect in dialects() for operation in wire_format(owner(dialect), dialect).equal]
ENTRIES = [(dialect, operation) for dialect, operation in EVERY if not operation.at.startswith("?")]
OTHER = {"another": "thing"}
TOOLS = ("tools", "toolConfig")
Ids = tuple[str | None, ...]


@cache
def _requests(dialect: str) -> tuple[bytes, ...]:
    """Return recorded requests of a dialect. Long histories come first."""
    folder = cassettes_folder() / owner(dialect) / dialect
    names = [
        f"{name}.plain.yaml"
        for name in (
            "history-parallel-results",
            "call-parallel-same-tool",
            "choice-named",
            "choice-subset",
            "call-single",
            "server-tool-beside-call",
            "tools-added",
            "mcp-server-beside-call",
            "result-image",
            "result-file",
            "history-in-conversation",
            "call-by-program",
        )
    ]
    files = [folder / name for name in names if (folder / name).exists()]
    return tuple(exchange.request.body for file in files for exchange in reversed(Cassette(file).exchanges))


@singledispatch
def spellings(operation: Equal, body: Json) -> Iterator[Json]:
    """Yield the body in each spelling that ``operation`` makes equal, and finally a body with another meaning."""
    raise NotImplementedError(operation)


def of_key(operation: OfMember, body: Json, values: Iterable[Json]) -> Iterator[Json]:
    """Yield the body with each of ``values`` under the operation's key."""
    parent, _, key = operation.at.rpartition("/")
    return (_with(body, parent, key, value) for value in values)


def of_text(operation: OfMember, body: Json, texts: Callable[[str], Iterator[Json]]) -> Iterator[Json]:
    """Yield the body with each text that ``texts`` makes from the first text under the operation's key."""
    parent, _, key = operation.at.rpartition("/")
    found = [entry for entry in pointer.find(body, parent) if isinstance(entry[1].get(key), str)]
    [(where, place), *_] = [entry for entry in found if operation.where.items() <= entry[1].items()] or found
    place.update(operation.where)
    return (_with(body, where, key, value) for value in texts(place[key]))


@spellings.register
def _(operation: Keep, body: Json) -> Iterator[Json]:
    [(path, place), *_] = pointer.find(body, operation.at)
    yield from (place if not path else _set(body, path, place) for place in (place, place | OTHER))
    [judged, *_] = [key for key in (*TOOLS, *operation.keys) if key in place]
    less = {key: value for key, value in place.items() if key != judged}
    yield less if not path else _set(body, path, less)


@spellings.register
def _(operation: Rename, body: Json) -> Iterator[Json]:
    names = [*operation.keys.items(), *((new, old) for old, new in operation.keys.items())]
    [(here, there), *_] = [
        (source, target) for source, target in names if pointer.values(body, f"{operation.at}/{source}")
    ]
    changed = deepcopy(body)
    for place in pointer.values(changed, operation.at):
        if here in place:
            place[there] = place.pop(here)
    yield from (body, changed, _with(changed, operation.at, there, OTHER))


@spellings.register
def _(operation: NumberCalls, body: Json) -> Iterator[Json]:
    """Yield bodies without ids and with different ids, and finally a body with the ids of two results exchanged."""
    for ids in (None, None), ("one", "two"), ("two", "one"):
        yield identified(operation, body, ids, ids)
    yield identified(operation, body, ("one", "two"), ("two", "one"))


def identified(operation: NumberCalls, body: Json, calls: Ids, results: Ids) -> Json:
    changed = deepcopy(body)
    for where, ids in ((operation.calls, calls), (operation.results, results)):
        places = [place for place in pointer.values(changed, where.at) if where.where.items() <= place.items()]
        for place, name in zip(places, ids, strict=True):
            place.pop(where.id, None)
            if name:
                place[where.id] = name
    return changed


@spellings.register
def _(operation: IgnoreAll, body: Json) -> Iterator[Json]:
    """Yield bodies without a list and with a complete list, and finally a body with an incomplete list."""
    parent, _, key = operation.listed.rpartition("/")
    body = _set(body, parent, operation.where)
    [first, *others] = pointer.values(body, operation.of)
    yield from (_with(body, parent, key, value) for value in (ABSENT, [*others, first]))
    yield _with(body, parent, key, others or ["another"])


@spellings.register
def _(operation: Schema, body: Json) -> Iterator[Json]:
    """Yield schemas without and with annotations and empty sets, and finally a schema that lacks a property."""
    named = {"title": {"type": "string"}, "required": {"type": "array", "items": {"type": "object"}}}
    whole = {"type": "object", "properties": named, "required": ["title", "required"]}
    described = {
        **dict.fromkeys(operation.annotations, "Some words"),
        **whole,
        "properties": named | {"required": {"type": "array", "items": {"type": "object", "required": []}}},
        "required": ["required", "title"],
    }
    empty = named | {"required": {"type": "array", "items": {"type": "object", "properties": {}}}}
    less = {"required": named["required"]}
    for schema in (whole, described, whole | {"properties": empty}, whole | {"properties": less}):
        yield _set(body, _first(body, operation.at), schema)


@spellings.register
def _(operation: SchemaTypes, body: Json) -> Iterator[Json]:
    """Yield nested schemas with each spelling of the types, and finally another type. A property is named ``type``."""
    parent, _, key = operation.at.rpartition("/")
    for outer, inner in ("object", "string"), ("OBJECT", "STRING"), (6, 1), ("object", "Text"):
        schema = {"type": outer, "properties": {"type": {"type": "array", "items": {"type": inner}}}}
        yield _set(body, _first(body, parent), {"name": "a", key: schema})


@spellings.register
def _(operation: SchemaKeys, body: Json) -> Iterator[Json]:
    """Yield nested schemas with each name of the keys, and finally other properties. Properties are named like keys."""
    parent, _, key = operation.at.rpartition("/")
    others, names = list(operation.keys), list(operation.keys.values())
    for spelled, called in (names, others), (others, others), (others, names):
        properties = {name: {"anyOf": [{word: [4]}]} for name, word in zip(called, spelled, strict=True)}
        yield _set(body, _first(body, parent), {"name": "a", key: {"type": "object", "properties": properties}})


@spellings.register
def _(operation: SchemaCounts, body: Json) -> Iterator[Json]:
    """Yield counts as a number and as text, and finally another count."""
    parent, _, key = operation.at.rpartition("/")
    for count in (3, "3", 4):
        properties = {"a": {"type": "array", **dict.fromkeys(operation.keys, count)}}
        yield _set(body, _first(body, parent), {"name": "a", key: {"type": "object", "properties": properties}})


@spellings.register
def _(operation: SchemaKnown, body: Json) -> Iterator[Json]:
    """Yield schemas without and with dropped keywords at each level, and finally with a keyword that is kept."""
    parent, _, key = operation.at.rpartition("/")
    for beside in ({}, {"default": 1, "minimum": 0}, {"description": "Some words"}):
        inner = {"anyOf": [{"type": "integer", **beside}], **beside}
        schema = {"type": "object", "properties": {"default": inner}, "additionalProperties": bool(beside)}
        yield _set(body, _first(body, parent), {"name": "a", key: schema})


@spellings.register
def _(operation: SchemaNull, body: Json) -> Iterator[Json]:
    """Yield a schema with null among the types, and with the operation's key, and finally a schema without null."""
    parent, _, key = operation.at.rpartition("/")
    nullable = {"type": ["string", "null"], "enum": ["a", None]}, {"type": "string", "enum": ["a"], operation.key: True}
    for inner in (*nullable, {"type": "string", "enum": ["a"], operation.key: False}):
        schema = {"type": "object", "properties": {operation.key: inner}}
        yield _set(body, _first(body, parent), {"name": "a", key: schema})


@spellings.register
def _(operation: Ignore, body: Json) -> Iterator[Json]:
    if operation.where:
        beside = {operation.beside: [OTHER]} if operation.beside else {}
        pointer.values(body, operation.at.rpartition("/")[0])[0].update(operation.where | beside)
    yield from of_key(operation, body, (1, None, OTHER, [OTHER]))
    yield {name: value for name, value in body.items() if name not in TOOLS}


@spellings.register
def _(operation: Unify, body: Json) -> Iterator[Json]:
    pointer.values(body, operation.at.rpartition("/")[0])[0].update(operation.where)
    yield from of_key(operation, body, (*operation.values, OTHER))


@spellings.register
def _(operation: IgnoreStrict, body: Json) -> Iterator[Json]:
    """Yield a closed schema without and with strict mode, and finally strict mode for a schema that it changes."""
    tool, _, key = operation.at.rpartition("/")
    closed = {"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": False}
    for schema, strict in ((closed, {}), (closed, {key: True}), (closed | {"required": []}, {key: True})):
        yield _set(body, _first(body, tool), {"type": "function", "name": "f", operation.schema: schema, **strict})


@spellings.register
def _(operation: Hoist, body: Json) -> Iterator[Json]:
    key = operation.at.removeprefix("/")
    text = body.pop(operation.to, None) or body[key].pop(0)["content"]
    for role in ("system", "developer"):
        yield body | {key: [{"role": role, "content": text}, *body[key]]}
    yield body | {operation.to: text}
    yield body | {operation.to: "Something else."}


@spellings.register
def _(operation: UnwrapObject, body: Json) -> Iterator[Json]:
    parent, _, key = operation.at.rpartition("/")
    [(where, around), *_] = pointer.find(body, parent)
    values = [{"a": 1}, *({name: value} for name in operation.keys for value in ('{"a": 1}', {"a": 1}))]
    for name, beside in operation.repeats.items():
        values += [{name: around[name], other: {"a": 1}} for other in beside if other in operation.keys]
    yield from (_with(body, where, key, value) for value in (*values, {operation.keys[0]: '{"a": 2}'}))


@spellings.register
def _(operation: Sort | SortRuns, body: Json) -> Iterator[Json]:
    kind = operation.items if isinstance(operation, SortRuns) else {}
    for path, items in pointer.find(body, operation.at):
        if not isinstance(items, list):
            continue
        runs = [
            n
            for n, item in enumerate(items)
            if all(item.get(k) == v[-1] for k, v in kind.items())
            and (kind or pointer.values(item, operation.by.rpartition("/")[0]))
        ]
        if len(runs) > 1 and runs == list(range(runs[0], runs[-1] + 1)):
            swapped = [*items[: runs[0]], *reversed([items[n] for n in runs]), *items[runs[-1] + 1 :]]
            yield from (body, _set(body, path, swapped), _set(body, path, items[:-1]))
            return
    raise LookupError


@spellings.register
def _(operation: Drop, body: Json) -> Iterator[Json]:
    parent, _, key = operation.at.rpartition("/")
    having = operation.where.items()
    [(path, message), *_] = [found for found in pointer.find(body, parent) if having <= found[1].items()]
    message.pop("tool_calls", None)  # beside calls another operation makes nothing of all content
    texts = [{"type": "text", "text": "Hi."}, {"type": "text", "text": "So."}]
    nothing = {name: values[0] for name, values in operation.items.items()}
    something = dict.fromkeys(operation.items, "other")
    for items in (texts, [nothing, *texts], [*texts, something]):
        yield _set(body, f"{path}/{key}", items)


@spellings.register
def _(operation: DropBefore, body: Json) -> Iterator[Json]:
    """Yield a list that begins with the operation's item, lists with items before this item, and a list without it."""
    kind = {name: values[0] for name, values in operation.items.items()}
    before: dict[str, Json] = {"role": "user", "content": "Hi."}
    after = pointer.values(body, operation.at)[0]
    parts = [{"type": "text", "text": text} for text in ("Before.", "After.")]
    if operation.within:
        contents = ([kind, parts[1]], [parts[0], kind, parts[1]], parts)
        found, alone, others = ({"role": "assistant", operation.within: content} for content in contents)
    else:
        found, alone, others = kind, kind, before
    for items in ([found, *after], [before, found, *after], [before, alone, *after], [before, others, *after]):
        yield _set(body, operation.at, items)


@spellings.register
def _(operation: Split, body: Json) -> Iterator[Json]:
    [(path, items), *_] = [found for found in pointer.find(body, operation.at) if len(found[1]) > 1]
    yield from (_set(body, path, some) for some in (items, [dict(pair for item in items for pair in item.items())]))
    yield _set(body, path, items[:1])


@spellings.register
def _(operation: Merge, body: Json) -> Iterator[Json]:
    [(path, [whole])] = pointer.find(body, operation.at)
    parts = [{operation.key: [item]} for item in whole[operation.key]]
    yield from (body, _set(body, path, parts), _set(body, path, parts[1:]))


@spellings.register
def _(operation: JoinText, body: Json) -> Iterator[Json]:
    """Yield a whole text, the same text in two pieces, and finally another text."""
    parent, _, member = operation.at.rpartition("/")
    having = operation.where.items()
    [place, *_] = [path for path, found in pointer.find(body, parent) if member in found and having <= found.items()]
    others = {} if operation.type is None else {"type": operation.type}
    for texts in ([f"Some{operation.by}text."], ["Some", "text."], ["Else."]):
        yield _set(body, f"{place}/{member}", [others | {operation.key: text} for text in texts])


@spellings.register
def _(operation: JoinTurns, body: Json) -> Iterator[Json]:
    key = operation.key
    [path, items] = next(pointer.find(body, operation.at))
    if operation.items:
        mark = {name: value for name, [value] in operation.items.items()}
        for contents in (["Some text."], ["Some ", "text."], ["Some "]):
            yield _set(body, path, [*items, *(mark | {key: content} for content in contents)])
        return
    [n, *_] = [n for n, item in enumerate(items) if isinstance(item[key], list) and len(item[key]) > 1]
    first, *others = items[n][key]
    split = [{**items[n], key: [first]}, {**items[n], key: others}]
    yield from (_set(body, path, some) for some in (items, [*items[:n], *split, *items[n + 1 :]]))
    yield _set(body, path, [*items[:n], split[0], *items[n + 1 :]])


@spellings.register
def _(operation: JoinArguments, body: Json) -> Iterator[Json]:
    """Yield a whole call, the same call in pieces, and finally pieces of another call."""
    parent, _, key = operation.at.rpartition("/")
    [place, *_] = [path for path, found in pointer.find(body, parent) if key in found]
    first = {"jsonPath": "$.list[0].n", "numberValue": 1}
    for last in ("b", "c"):
        values = [[first, {"jsonPath": "$.text", "stringValue": "a"}], [{"jsonPath": "$.text", "stringValue": last}]]
        pieces = [{operation.pieces: some} for some in values]
        call = [{"name": "f", operation.more: True}, *pieces, {}]
        if last == "b":
            whole = {"name": "f", operation.whole: {"list": [{"n": 1}], "text": "ab"}}
            yield _set(body, f"{place}/{key}", [{operation.call: whole}])
        yield _set(body, f"{place}/{key}", [{operation.call: piece} for piece in call])


@spellings.register
def _(operation: JsonText | JsonValue, body: Json) -> Iterator[Json]:
    def texts(text: str) -> Iterator[Json]:
        yield text
        if isinstance(operation, JsonValue):
            yield exact_json.loads(text)
        yield exact_json.dumps(dict(reversed(exact_json.loads(text).items())), spaced=True) + "\n"
        yield text.replace('"', '" ', 1)

    return of_text(operation, body, texts)


@spellings.register
def _(operation: Base64, body: Json) -> Iterator[Json]:
    def texts(text: str) -> Iterator[Json]:
        raw = base64.b64decode(text.translate(str.maketrans("-_", "+/")) + "==")
        yield from (text, base64.b64encode(raw).decode(), base64.urlsafe_b64encode(raw).decode().rstrip("="))
        yield base64.b64encode(raw[:-1]).decode()

    return of_text(operation, body, texts)


@spellings.register
def _(operation: Unwrap, body: Json) -> Iterator[Json]:
    """Yield the bare value, the wrapped value, and finally another wrapped value."""
    [value, *_] = pointer.values(body, operation.at)
    if isinstance(operation.wrapper, list):
        [value, *_] = value
    return of_key(operation, body, (value, wrapped(operation.wrapper, value), wrapped(operation.wrapper, OTHER)))


def wrapped(wrapper: Json, value: Json) -> Json:
    if isinstance(wrapper, dict):
        return {key: wrapped(inner, value) for key, inner in wrapper.items()}
    if isinstance(wrapper, list):
        return [wrapped(inner, value) for inner in wrapper]
    return value if wrapper == ANYTHING else wrapper


@spellings.register
def _(operation: UnwrapText, body: Json) -> Iterator[Json]:
    types = (*operation.types, "another_text")
    return of_text(operation, body, lambda text: iter([text, *([{"type": kind, "text": text}] for kind in types)]))


@spellings.register
def _(operation: UnwrapMessage, body: Json) -> Iterator[Json]:
    return of_key(operation, body, ("Hi.", [{"role": "user", "content": "Hi."}], "Bye."))


@spellings.register
def _(operation: UnwrapResult, body: Json) -> Iterator[Json]:
    def texts(text: str) -> Iterator[Json]:
        yield text
        yield from (exact_json.dumps({key: text}) for key in RESULT_KEYS)
        yield exact_json.dumps({RESULT_KEYS[0]: text, "more": "words"})

    return of_text(operation, body, texts)


@spellings.register
def _(operation: UnwrapDocument, body: Json) -> Iterator[Json]:
    """Yield a result with an object as text, and as documents in each form. The last document has another object."""
    having = operation.where.items()
    [at, *_] = [path for path, place in pointer.find(body, "/messages/*") if having <= place.items()]

    def document(data: Json) -> Json:
        return _set(body, f"{at}/content", [{"type": "document", "document": {"data": data}}])

    yield from (_set(body, f"{at}/content", text) for text in ('{"a": 1}', '{"a":1}'))
    yield from (document(data) for data in ({"a": 1}, '{"a": 1}', *({key: '{"a":1}'} for key in operation.keys)))
    yield document({"a": 2})


def _prepared(operation: Equal, body: Json) -> Json:
    """Return a recorded body, with texts as lists of parts if the operation needs this."""
    parent = operation.at.rpartition("/")[0]
    if parent == "/system/*":
        body["system"] = [{"type": "text", "text": body["system"]}]
    if "/content/*" in parent:
        _write_parts(pointer.values(body, parent.rpartition("/content/*")[0]))
    if parent == "/input/*" and isinstance(operation, UnwrapText | UnwrapResult):
        _write_text(pointer.values(body, parent), operation.at.rpartition("/")[2])
    return body


def _write_text(steps: list[Json], key: str) -> None:
    """Replace each list of a single text by this text."""
    for step in steps:
        match step.get(key):
            case [{"type": "text", "text": str(text)}]:
                step[key] = text


def _write_parts(messages: list[Json]) -> None:
    for message in messages:
        if isinstance(message.get("content"), str):
            message["content"] = [{"type": "input_text", "text": message["content"]}]


def _first(body: Json, at: str) -> str:
    for path, _ in pointer.find(body, at):
        return path
    raise LookupError(at)


def _set(body: Json, path: str, value: Json) -> Json:
    parent, _, key = path.rpartition("/")
    changed = deepcopy(body)
    place = pointer.values(changed, parent)[0]
    place[int(key) if isinstance(place, list) else key] = value
    return changed


def _with(body: Json, parent: str, key: str, value: Json) -> Json:
    """Return the body with ``value`` under ``key`` at the first place of ``parent``. ``ABSENT`` removes the key."""
    changed = deepcopy(body)
    place = pointer.values(changed, parent)[0]
    if value == ABSENT:
        place.pop(key, None)
    else:
        place[key] = value
    return changed


def _id(dialect: str, operation: Equal) -> str:
    return f"{dialect}-{operation.__struct_config__.tag}-{operation.at}"


@pytest.mark.parametrize(("dialect", "operation"), ENTRIES, ids=[_id(*entry) for entry in ENTRIES])
def test_spellings_match_and_nothing_else_does(dialect: str, operation: Equal) -> None:
    equal = wire_format(owner(dialect), dialect).equal
    for recorded in _requests(dialect):
        body = exact_json.loads(recorded)
        if not isinstance(operation, Rename):
            body = normalised(body, tuple(entry for entry in equal if isinstance(entry, Rename)))
        try:
            first, *others, another = map(exact_json.encode, spellings(operation, _prepared(operation, body)))
        except (LookupError, ValueError):
            continue  # this request has no such place
        assert [list(differences(_wire(other), _wire(first), equal)) for other in others] == [[]] * len(others)
        assert list(differences(_wire(another), _wire(first), equal))
        return
    pytest.fail("no recorded request has a value for this operation")


def test_the_page_about_operations_has_them_all() -> None:
    text = (Path(__file__).parents[2] / "docs/contributing/equal.md").read_text(encoding="utf-8")
    rows = takewhile(lambda line: line.startswith("| "), text.partition("|---|---|\n")[2].splitlines())
    tags = [kind.__struct_config__.tag for kind in get_args(Operation)]
    assert [row.split(" ")[1] for row in rows] == tags
    example = yaml.safe_load(text.partition("```yaml\n")[2].partition("```")[0])
    assert msgspec.convert(example["equal"], tuple[Operation, ...])


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"do": "sorted", "at": "/tools"}, "'sorted'"),
        ({"do": "sort", "at": "/tools", "by": "/name"}, "`why`"),
        ({"do": "sort", "at": "?tools", "by": "/name", "why": "so"}, "at"),
        ({"do": "sort", "at": "/tools", "by": "/name", "why": "so", "key": "name"}, "`key`"),
        ({"do": "unify", "at": "/tools", "why": "so"}, "`values`"),
    ],
)
def test_an_entry_that_is_no_operation(entry: Json, message: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=message):
        msgspec.convert(entry, Operation)


UNSAID = [
    (dialect, operation)
    for dialect, operation in ENTRIES
    if isinstance(operation, Unify) and ABSENT not in operation.values
]


@pytest.mark.parametrize(("dialect", "operation"), UNSAID, ids=[_id(*entry) for entry in UNSAID])
def test_words_for_the_same_are_not_its_absence(dialect: str, operation: Unify) -> None:
    parent, _, key = operation.at.rpartition("/")
    [body, *_] = [body for body in map(exact_json.loads, _requests(dialect)) if pointer.values(body, parent)]
    present, absent = (exact_json.encode(_with(body, parent, key, value)) for value in (operation.values[-1], ABSENT))
    assert list(differences(_wire(present), _wire(absent), wire_format(owner(dialect), dialect).equal))


IN_PATHS = [(dialect, operation) for dialect, operation in EVERY if operation.at.startswith("?/")]
IN_QUERIES = [
    (dialect, operation)
    for dialect, operation in EVERY
    if operation.at.startswith("?") and not operation.at.startswith("?/")
]


@pytest.mark.parametrize(("dialect", "operation"), IN_PATHS, ids=[_id(*entry) for entry in IN_PATHS])
def test_spellings_of_the_path(dialect: str, operation: Unify) -> None:
    equal = wire_format(owner(dialect), dialect).equal
    at = int(operation.at.removeprefix("?/"))

    def sent(step: str) -> WireRequest:
        return WireRequest(url=f"https://api.example/{'/'.join(['x'] * at + [step, 'models'])}", body=b"{}")

    for value in operation.values:
        assert not list(differences(sent(value), sent(operation.values[0]), equal))
        assert [found.path for found in differences(sent(f"{value}x"), sent(value), equal)] == ["url"]
    short = WireRequest(url="https://api.example", body=b"{}")
    assert [found.path for found in differences(short, sent(operation.values[0]), equal)] == ["url"]


@pytest.mark.parametrize(("dialect", "operation"), IN_QUERIES, ids=[_id(*entry) for entry in IN_QUERIES])
def test_spellings_of_the_query(dialect: str, operation: Ignore | Unify) -> None:
    equal = wire_format(owner(dialect), dialect).equal
    values = ["1", "2"] if isinstance(operation, Ignore) else [word for word in operation.values if word != ABSENT]
    for value in values:
        assert not list(differences(_wire(b"{}", f"{operation.at}={value}"), _wire(b"{}"), equal))
    assert list(differences(_wire(b"{}", f"{operation.at}s={values[0]}"), _wire(b"{}"), equal))
    if isinstance(operation, Unify):
        assert list(differences(_wire(b"{}", f"{operation.at}=other"), _wire(b"{}"), equal))


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("HTTPS://API.example:443/v1/a:b", True),
        ("https://api.example/v1/a%3Ab", True),
        ("http://api.example:443/v1/a:b", False),
        ("https://api.example/v1%2Fa:b", False),
        ("https://api.example/v1/a:b?alt=", False),
        ("https://api.example:none/v1/a:b", False),
    ],
)
def test_addresses(url: str, same: bool) -> None:
    sent, recorded = WireRequest(url=url, body=b"{}"), WireRequest(url="https://api.example/v1/a:b", body=b"{}")
    assert [finding.path for finding in differences(sent, recorded, ())] == ([] if same else ["url"])


def test_no_byte_order_mark() -> None:
    assert [finding.message for finding in differences(_wire(b"\xef\xbb\xbf{}"), _wire(b"{}"), ())] == [
        "expected a body without a byte order mark (RFC 8259), got one"
    ]


def _wire(body: bytes, query: str = "") -> WireRequest:
    return WireRequest(url=f"https://api.example/v1{query}", body=body)


SCHEMA = Schema(at="", why="", annotations=("title",))
NODE = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
TREE = {"type": "array", "items": {"$ref": "#/$defs/tree"}}


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        pytest.param({"$ref": "#/$defs/node", "$defs": {"node": NODE}}, NODE, True, id="reference"),
        pytest.param({"$ref": "#/definitions/node", "definitions": {"node": NODE}}, NODE, True, id="old-definitions"),
        pytest.param(
            {"$ref": "#/$defs/node", "$defs": {"node": NODE}},
            NODE | {"required": []},
            False,
            id="reference-other-schema",
        ),
        pytest.param({"$ref": "#/$defs/node", "$defs": {}}, NODE, False, id="reference-to-nothing"),
        pytest.param(
            {"$ref": "#/$defs/node", "$defs": {"node": NODE | {"description": "A"}}, "description": "B"},
            NODE | {"description": "B"},
            True,
            id="description-beside",
        ),
        pytest.param(
            {"$ref": "#/$defs/node", "$defs": {"node": NODE}, "required": ["other"]}, NODE, False, id="required-beside"
        ),
        pytest.param(
            {"items": {"$ref": "#/$defs/list"}, "$defs": {"list": {"items": {"$ref": "#/$defs/node"}}, "node": NODE}},
            {"items": {"items": NODE}},
            True,
            id="reference-chain",
        ),
        pytest.param(
            {"items": {"$ref": "#/$defs/tree"}, "$defs": {"tree": TREE, "unused": NODE}},
            {"items": {"$ref": "#/$defs/tree"}, "$defs": {"tree": TREE}},
            True,
            id="unused-definition",
        ),
        pytest.param(
            {"items": {"$ref": "#/$defs/tree"}, "$defs": {"tree": TREE}},
            {"items": TREE, "$defs": {"tree": TREE}},
            False,
            id="recursion-unrolled",
        ),
        pytest.param(
            {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "A"},
            {"type": ["string", "null"], "description": "A"},
            True,
            id="nullable-any-of",
        ),
        pytest.param(
            {"oneOf": [{"type": "null"}, {"type": "string", "enum": ["a"]}]},
            {"type": ["null", "string"], "enum": ["a", None]},
            True,
            id="nullable-one-of",
        ),
        pytest.param(
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]},
            {"type": ["null", "string"], "enum": ["a"]},
            False,
            id="enum-without-null",
        ),
        pytest.param(
            {"enum": ["a"], "anyOf": [{"type": "string"}, {"type": "null"}]},
            {"type": ["string", "null"], "enum": ["a", None]},
            False,
            id="enum-beside-with-null",
        ),
        pytest.param(
            {"enum": ["a"], "anyOf": [{"type": "string"}, {"type": "null"}]},
            {"type": ["string", "null"], "enum": ["a"]},
            True,
            id="enum-beside",
        ),
        pytest.param(
            {"enum": ["a", None], "anyOf": [{"type": "string"}, {"type": "null"}]},
            {"type": ["string", "null"], "enum": ["a", None]},
            True,
            id="enum-with-null-beside",
        ),
        pytest.param(
            {"anyOf": [{"type": "string", "allOf": [{"type": "string"}]}, {"type": "null"}]},
            {"type": ["string", "null"], "allOf": [{"type": "string"}]},
            False,
            id="nullable-all-of",
        ),
        pytest.param(
            {"anyOf": [{"type": "string", "not": {"maxLength": 0}}, {"type": "null"}]},
            {"type": ["string", "null"], "not": {"maxLength": 0}},
            False,
            id="nullable-not",
        ),
        pytest.param({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "string"}, False, id="not-nullable"),
        pytest.param(
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            {"type": ["string", "integer"]},
            False,
            id="other-union",
        ),
    ],
)
def test_schemas_that_say_the_same(first: Json, second: Json, same: bool) -> None:
    left, right = deepcopy(first), deepcopy(second)
    for schema in (left, right):
        in_object(SCHEMA, schema)
    assert (left == right) == same


def test_a_schema_that_would_grow_too_large_stays_as_it_is() -> None:
    definitions = {f"d{n}": {"items": [{"$ref": f"#/$defs/d{n + 1}"} for _ in range(10)]} for n in range(30)}
    schema = {"$ref": "#/$defs/d0", "$defs": definitions}
    in_object(SCHEMA, schema)
    assert schema == {"$ref": "#/$defs/d0", "$defs": definitions}


@pytest.mark.parametrize("version", ["v1beta", "v1"])
def test_either_version_of_an_api_is_addressed(version: str) -> None:
    equal = wire_format("gemini", "gemini_generate").equal
    usual, other = (
        WireRequest(method="POST", url=f"https://api.test/{step}/models/m:generateContent", headers={}, body=b"{}")
        for step in ("v1beta", version)
    )
    assert not list(differences(usual, other, equal))
    another = WireRequest(method="POST", url="https://api.test/v2/models/m:generateContent", headers={}, body=b"{}")
    assert list(differences(usual, another, equal))


@pytest.mark.parametrize(
    ("name", "key", "same"),
    [("f", "content", True), ("f", "error", True), ("g", "content", False), ("f", "size", False)],
)
def test_a_name_beside_a_result_is_repeated_or_part_of_the_result(name: str, key: str, same: bool) -> None:
    equal = wire_format("gemini", "gemini_generate").equal
    bare, named = (
        _wire(exact_json.encode({"contents": [{"parts": [{"functionResponse": {"name": "f", "response": response}}]}]}))
        for response in ({key: "x"}, {"name": name, key: "x"})
    )
    assert (not list(differences(named, bare, equal))) == same


@pytest.mark.parametrize("key", RESULT_KEYS)
@pytest.mark.parametrize(
    "text", ["sunny", "[1]", '{"a": 1}', '{"error": "none"}', '{"output": "{\\"text\\": \\"\\"}"}']
)
def test_a_result_equals_the_same_result_in_a_further_object(key: str, text: str) -> None:
    assert result_text(exact_json.dumps({key: text})) == result_text(text)

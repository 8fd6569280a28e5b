"""Every entry of ``equal`` in a format.yaml: the spellings that it names match each other, and nothing else does."""

import base64
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache

import pytest

from conformance.data import cassettes_folder
from conformance.judge.request_match import differences, leveled
from conformance.judge.same_schema import level
from conformance.recording.cassette import Cassette
from toolwire.json_value import Json
from toolwire.providers import owner, wire_format
from toolwire.providers.wire_format import RESULT_KEYS, Equal, Pairs
from toolwire.wire import exact_json, pointer
from toolwire.wire.exchange import WireRequest

from .bench import dialects

EVERY = [(dialect, rule) for dialect in dialects() for rule in wire_format(owner(dialect), dialect).equal]
ENTRIES = [(dialect, rule) for dialect, rule in EVERY if not rule.at.startswith(("?", "//"))]
OTHER = {"another": "thing"}
TOOLS = ("tools", "toolConfig")


@cache
def _requests(dialect: str) -> tuple[bytes, ...]:
    """Recorded requests of a dialect, the long histories first."""
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
            "result-image",
        )
    ]
    files = [folder / name for name in names if (folder / name).exists()]
    return tuple(exchange.request.body for file in files for exchange in reversed(Cassette(file).exchanges))


def _spellings(rule: Equal, body: Json) -> Iterator[Json]:
    """The ways in which ``rule`` lets the body be written; the last one says something else."""
    parent, _, key = rule.at.rpartition("/")
    if parent == "/system/*":
        body["system"] = [{"type": "text", "text": body["system"]}]
    if "/content/*" in parent:
        _write_parts(pointer.values(body, parent.rpartition("/content/*")[0]))
    if rule.where and (rule.ignore or rule.values):
        pointer.values(body, parent)[0].update(rule.where | ({rule.beside: [OTHER]} if rule.beside else {}))
    if rule.only or rule.json_schema or rule.types or rule.nullable:
        about = _narrowed if rule.only else _schemas if rule.json_schema else _typed if rule.types else _nullable
        yield from about(rule, body)
    elif listed := _of_lists(rule):
        yield from listed(rule, body)
    elif rule.every or rule.pairs:
        yield from _paired(rule.pairs, body) if rule.pairs else _restricted(rule, body)
    elif rule.unwrap or rule.documents:
        yield from _wrapped(rule, body)
    elif rule.hoist:
        yield from _hoisted(body, key, rule.hoist)
    elif rule.rename:
        yield from _renamed(body, rule)
    elif rule.wrapper is not None:
        yield from _wrappings(rule, body, parent, key)
    elif rule.ignore:
        yield from (_with(body, parent, key, value) for value in (1, None, OTHER, [OTHER]))
        yield {name: value for name, value in body.items() if name != "tools"}
    elif rule.values:
        yield from (_with(body, parent, key, value) for value in rule.values)
        yield _with(body, parent, key, OTHER)
    elif rule.message:
        yield from (body | {key: text} for text in ("Hi.", [{"role": "user", "content": "Hi."}], "Bye."))
    else:
        found = [one for one in pointer.find(body, parent) if isinstance(one[1].get(key), str)]
        [(where, place), *_] = [one for one in found if not rule.alone or rule.where.items() <= one[1].items()]
        place.update(rule.where)
        yield from (_with(body, where, key, text) for text in _texts(rule, place[key]))


def _restricted(rule: Equal, body: Json) -> Iterator[Json]:
    """No list, and one of all; last one of fewer."""
    parent, _, key = rule.at.rpartition("/")
    assert rule.every is not None
    body = _set(body, parent, rule.where)
    [one, *others] = pointer.values(body, rule.every)
    yield from (_with(body, parent, key, value) for value in ("absent", [*others, one]))
    yield _with(body, parent, key, others or ["another"])


def _first(body: Json, at: str) -> str:
    return next(path for path, _ in pointer.find(body, at))


def _wrapped(rule: Equal, body: Json) -> Iterator[Json]:
    if rule.documents:
        yield from _documented(rule, body)
        return
    parent, _, key = rule.at.rpartition("/")
    [(where, around), *_] = pointer.find(body, parent)
    yield from (_with(body, where, key, value) for value in _unwrapped(rule, around))


def _unwrapped(rule: Equal, around: Json) -> Iterator[Json]:
    yield {"a": 1}
    yield from ({key: value} for key in rule.unwrap for value in ('{"a": 1}', {"a": 1}))
    for name, beside in rule.repeats.items():
        yield from ({name: around[name], key: {"a": 1}} for key in beside if key in rule.unwrap)
    yield {rule.unwrap[0]: '{"a": 2}'}


def _documented(rule: Equal, body: Json) -> Iterator[Json]:
    """A result that spells an object, then one that is text alone, each as documents; last with another object."""
    [at, *_] = [path for path, place in pointer.find(body, "/messages/*") if rule.where.items() <= place.items()]

    def document(data: Json) -> Json:
        return _set(body, f"{at}/content", [{"type": "document", "document": {"data": data}}])

    yield from (_set(body, f"{at}/content", text) for text in ('{"a": 1}', '{"a":1}'))
    yield from (document(data) for data in ({"a": 1}, '{"a": 1}', *({key: '{"a":1}'} for key in rule.documents)))
    yield document({"a": 2})


def _ordered(rule: Equal, body: Json) -> Iterator[Json]:
    for path, items in pointer.find(body, rule.at):
        if not isinstance(items, list):
            continue
        runs = [
            n
            for n, item in enumerate(items)
            if all(item.get(k) == v[-1] for k, v in rule.sort_runs.items())
            and (rule.sort_by is None or rule.sort_runs or pointer.values(item, rule.sort_by.rpartition("/")[0]))
        ]
        if rule.merge:
            [whole] = items
            parts = [{rule.merge: [one]} for one in whole[rule.merge]]
            yield from (body, _set(body, path, parts), _set(body, path, parts[1:]))
            return
        if len(runs) > 1 and runs == list(range(runs[0], runs[-1] + 1)):
            swapped = [*items[: runs[0]], *reversed([items[n] for n in runs]), *items[runs[-1] + 1 :]]
            yield from (body, _set(body, path, swapped), _set(body, path, items[:-1]))
            return
    raise LookupError


def _of_lists(rule: Equal) -> Callable[[Equal, Json], Iterator[Json]] | None:
    """What spells a rule about the items of a list; None for any other."""
    ways = (
        (rule.drop, _dropped), (rule.split, _taken_apart), (rule.sort_by is not None or rule.merge, _ordered),
        (rule.turns, _apart), (rule.join, _cut),
    )  # fmt: skip
    return next((way for said, way in ways if said), None)


def _dropped(rule: Equal, body: Json) -> Iterator[Json]:
    parent, _, key = rule.at.rpartition("/")
    [(path, message), *_] = [found for found in pointer.find(body, parent) if rule.where.items() <= found[1].items()]
    message.pop("tool_calls", None)  # beside calls another rule makes nothing of all content
    said = [{"type": "text", "text": "Hi."}, {"type": "text", "text": "So."}]
    nothing, something = (dict.fromkeys(rule.drop, value) for value in (next(iter(rule.drop.values()))[0], "other"))
    for items in (said, [nothing, *said], [*said, something]):
        yield _set(body, f"{path}/{key}", items)


def _taken_apart(rule: Equal, body: Json) -> Iterator[Json]:
    [(path, items), *_] = [found for found in pointer.find(body, rule.at) if len(found[1]) > 1]
    yield from (_set(body, path, some) for some in (items, [dict(pair for one in items for pair in one.items())]))
    yield _set(body, path, items[:1])


def _apart(rule: Equal, body: Json) -> Iterator[Json]:
    [path, items] = next(pointer.find(body, rule.at))
    [n, *_] = [n for n, item in enumerate(items) if isinstance(item[rule.turns], list) and len(item[rule.turns]) > 1]
    first, *others = items[n][rule.turns]
    split = [{**items[n], rule.turns: [first]}, {**items[n], rule.turns: others}]
    yield from (_set(body, path, some) for some in (items, [*items[:n], *split, *items[n + 1 :]]))
    yield _set(body, path, [*items[:n], split[0], *items[n + 1 :]])


def _cut(rule: Equal, body: Json) -> Iterator[Json]:
    [(path, items), *_] = [found for found in pointer.find(body, rule.at) if rule.join in found[1][0]]
    text = items[0].pop(rule.join)
    whole, other = [{rule.join: text}, *items[1:]], [{rule.join: "Else."}, *items[1:]]
    yield from (
        _set(body, path, some) for some in (whole, [{rule.join: text[:3]}, {rule.join: text[3:]}, *items[1:]], other)
    )


def _paired(pairs: Pairs, body: Json) -> Iterator[Json]:
    """Without ids, with ids and with others, and with those of two calls of one tool exchanged."""
    for ids in (None, None), ("one", "two"), ("two", "one"):
        yield _identified(pairs, body, ids, ids)
    yield _identified(pairs, body, ("one", "two"), ("two", "one"))


def _identified(pairs: Pairs, body: Json, calls: tuple[str | None, ...], results: tuple[str | None, ...]) -> Json:
    changed = deepcopy(body)
    for where, ids in ((pairs.calls, calls), (pairs.results, results)):
        places = [place for place in pointer.values(changed, where.at) if where.where.items() <= place.items()]
        for place, name in zip(places, ids, strict=True):
            place.pop(where.id, None)
            if name:
                place[where.id] = name
    return changed


def _set(body: Json, path: str, value: Json) -> Json:
    parent, _, key = path.rpartition("/")
    changed = deepcopy(body)
    place = pointer.values(changed, parent)[0]
    place[int(key) if isinstance(place, list) else key] = value
    return changed


def _write_parts(messages: list[Json]) -> None:
    for message in messages:
        if isinstance(message.get("content"), str):
            message["content"] = [{"type": "input_text", "text": message["content"]}]


def _hoisted(body: Json, key: str, to: str) -> Iterator[Json]:
    text = body.pop(to, None) or body[key].pop(0)["content"]
    for role in ("system", "developer"):
        yield body | {key: [{"role": role, "content": text}, *body[key]]}
    yield body | {to: text}
    yield body | {to: "Something else."}


def _renamed(body: Json, rule: Equal) -> Iterator[Json]:
    names = [*rule.rename.items(), *((new, old) for old, new in rule.rename.items())]
    [(here, there), *_] = [(one, other) for one, other in names if pointer.values(body, f"{rule.at}/{one}")]
    changed = deepcopy(body)
    for place in pointer.values(changed, rule.at):
        if here in place:
            place[there] = place.pop(here)
    yield from (body, changed, _with(changed, rule.at, there, OTHER))


def _narrowed(rule: Equal, body: Json) -> Iterator[Json]:
    [(path, place), *_] = pointer.find(body, rule.at)
    yield from (place if not path else _set(body, path, place) for place in (place, place | OTHER))
    [judged, *_] = [key for key in (*TOOLS, *rule.only) if key in place]
    less = {key: value for key, value in place.items() if key != judged}
    yield less if not path else _set(body, path, less)


def _typed(rule: Equal, body: Json) -> Iterator[Json]:
    """Schemas within a schema; what looks like one, as the properties of an object, is none."""
    parent, _, key = rule.at.rpartition("/")
    for outer, inner in ("object", "string"), ("OBJECT", "STRING"), (6, 1), ("object", "Text"):
        schema = {"type": outer, "properties": {"type": {"type": "array", "items": {"type": inner}}}}
        yield _set(body, _first(body, parent), {"name": "a", key: schema})


def _nullable(rule: Equal, body: Json) -> Iterator[Json]:
    """Null among the types, and the key for it; last without."""
    parent, _, key = rule.at.rpartition("/")
    assert rule.nullable is not None
    said = {"type": ["string", "null"], "enum": ["a", None]}, {"type": "string", "enum": ["a"], rule.nullable: True}
    for inner in (*said, {"type": "string", "enum": ["a"], rule.nullable: False}):
        schema = {"type": "object", "properties": {rule.nullable: inner}}
        yield _set(body, _first(body, parent), {"name": "a", key: schema})


def _schemas(rule: Equal, body: Json) -> Iterator[Json]:
    """Annotations on every level, sets in any order and empty; a property may be called like an annotation."""
    named = {"title": {"type": "string"}, "required": {"type": "array", "items": {"type": "object"}}}
    whole = {"type": "object", "properties": named, "required": ["title", "required"]}
    said = {
        **dict.fromkeys(rule.json_schema, "Some words"),
        **whole,
        "properties": named | {"required": {"type": "array", "items": {"type": "object", "required": []}}},
        "required": ["required", "title"],
    }
    empty = named | {"required": {"type": "array", "items": {"type": "object", "properties": {}}}}
    less = {"required": named["required"]}
    for schema in (whole, said, whole | {"properties": empty}, whole | {"properties": less}):
        yield _set(body, _first(body, rule.at), schema)


def _wrappings(rule: Equal, body: Json, parent: str, key: str) -> Iterator[Json]:
    """What is said, and the wrapper around it; last a wrapper around something else."""
    [said, *_] = pointer.values(body, rule.at)
    if isinstance(rule.wrapper, list):
        [said] = said
    yield from (_with(body, parent, key, value) for value in (said, _around(rule.wrapper, said)))
    yield _with(body, parent, key, _around(rule.wrapper, OTHER))


def _around(wrapper: Json, value: Json) -> Json:
    if isinstance(wrapper, dict):
        return {key: _around(one, value) for key, one in wrapper.items()}
    if isinstance(wrapper, list):
        return [_around(one, value) for one in wrapper]
    return value if wrapper == "*" else wrapper


def _texts(rule: Equal, text: str) -> Iterator[Json]:
    yield text
    if rule.json_text or rule.json_value:
        if rule.json_value:
            yield exact_json.loads(text)
        yield exact_json.dumps(dict(reversed(exact_json.loads(text).items())), spaced=True) + "\n"
        yield text.replace('"', '" ', 1)
    elif rule.alone:
        yield from (exact_json.dumps({key: text}) for key in RESULT_KEYS)
        yield exact_json.dumps({RESULT_KEYS[0]: text, "more": "words"})
    elif rule.base64:
        raw = base64.b64decode(text.translate(str.maketrans("-_", "+/")) + "==")
        yield from (base64.b64encode(raw).decode(), base64.urlsafe_b64encode(raw).decode().rstrip("="))
        yield base64.b64encode(raw[:-1]).decode()
    else:
        yield from ([{"type": kind, "text": text}] for kind in rule.text_parts)
        yield [{"type": "another_text", "text": text}]


def _with(body: Json, parent: str, key: str, value: Json) -> Json:
    """The body with ``value`` under ``key`` of the first place that ``parent`` leads to; without it for "absent"."""
    changed = deepcopy(body)
    place = pointer.values(changed, parent)[0]
    if value == "absent":
        place.pop(key, None)
    else:
        place[key] = value
    return changed


@pytest.mark.parametrize(("dialect", "rule"), ENTRIES, ids=[f"{dialect}-{rule.at}" for dialect, rule in ENTRIES])
def test_spellings_match_and_nothing_else_does(dialect: str, rule: Equal) -> None:
    equal = wire_format(owner(dialect), dialect).equal
    for recorded in _requests(dialect):
        body = exact_json.loads(recorded)
        if not rule.rename:
            body = leveled(body, tuple(entry for entry in equal if entry.rename))
        try:
            first, *others, another = map(exact_json.encode, _spellings(rule, body))
        except (LookupError, ValueError):
            continue  # this request has no such place
        assert [list(differences(_wire(other), _wire(first), equal)) for other in others] == [[]] * len(others)
        assert list(differences(_wire(another), _wire(first), equal))
        return
    pytest.fail("no recorded request has such a place")


UNSAID = [(dialect, rule) for dialect, rule in ENTRIES if rule.values and "absent" not in rule.values]


@pytest.mark.parametrize(("dialect", "rule"), UNSAID, ids=[f"{dialect}-{rule.at}" for dialect, rule in UNSAID])
def test_words_for_the_same_are_not_its_absence(dialect: str, rule: Equal) -> None:
    parent, _, key = rule.at.rpartition("/")
    [body, *_] = [body for body in map(exact_json.loads, _requests(dialect)) if pointer.values(body, parent)]
    said, unsaid = (exact_json.encode(_with(body, parent, key, value)) for value in (rule.values[-1], "absent"))
    assert list(differences(_wire(said), _wire(unsaid), wire_format(owner(dialect), dialect).equal))


IN_PATHS = [(dialect, rule) for dialect, rule in EVERY if rule.at.startswith("?/")]
IN_QUERIES = [(dialect, rule) for dialect, rule in EVERY if rule.at.startswith("?") and (dialect, rule) not in IN_PATHS]


@pytest.mark.parametrize(("dialect", "rule"), IN_PATHS, ids=[f"{dialect}-{rule.at}" for dialect, rule in IN_PATHS])
def test_spellings_of_the_path(dialect: str, rule: Equal) -> None:
    equal = wire_format(owner(dialect), dialect).equal
    at = int(rule.at.removeprefix("?/"))

    def sent(step: str) -> WireRequest:
        return WireRequest(url=f"https://api.example/{'/'.join(['x'] * at + [step, 'models'])}", body=b"{}")

    for value in rule.values:
        assert not list(differences(sent(value), sent(rule.values[0]), equal))
        assert [found.path for found in differences(sent(f"{value}x"), sent(value), equal)] == ["url"]
    short = WireRequest(url="https://api.example", body=b"{}")
    assert [found.path for found in differences(short, sent(rule.values[0]), equal)] == ["url"]


@pytest.mark.parametrize(("dialect", "rule"), IN_QUERIES, ids=[f"{dialect}-{rule.at}" for dialect, rule in IN_QUERIES])
def test_spellings_of_the_query(dialect: str, rule: Equal) -> None:
    equal = wire_format(owner(dialect), dialect).equal
    values = ["1", "2"] if rule.ignore else [value for value in rule.values if value != "absent"]
    for value in values:
        assert not list(differences(_wire(b"{}", f"{rule.at}={value}"), _wire(b"{}"), equal))
    assert list(differences(_wire(b"{}", f"{rule.at}s={values[0]}"), _wire(b"{}"), equal))
    if not rule.ignore:
        assert list(differences(_wire(b"{}", f"{rule.at}=other"), _wire(b"{}"), equal))


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
        "a byte order mark, which RFC 8259 forbids to send"
    ]


def _wire(body: bytes, query: str = "") -> WireRequest:
    return WireRequest(url=f"https://api.example/v1{query}", body=body)


NODE = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
TREE = {"type": "array", "items": {"$ref": "#/$defs/tree"}}


@pytest.mark.parametrize(
    ("one", "other", "same"),
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
def test_schemas_that_say_the_same(one: Json, other: Json, same: bool) -> None:
    left, right = deepcopy(one), deepcopy(other)
    level(left, ("title",))
    level(right, ("title",))
    assert (left == right) == same


def test_a_schema_that_would_grow_too_large_stays_as_it_is() -> None:
    definitions = {f"d{n}": {"items": [{"$ref": f"#/$defs/d{n + 1}"} for _ in range(10)]} for n in range(30)}
    schema = {"$ref": "#/$defs/d0", "$defs": definitions}
    level(schema, ())
    assert schema == {"$ref": "#/$defs/d0", "$defs": definitions}


@pytest.mark.parametrize("version", ["v1beta", "v1"])
def test_either_version_of_an_api_is_addressed(version: str) -> None:
    equal = wire_format("gemini", "gemini_generate").equal
    one, other = (
        WireRequest(method="POST", url=f"https://api.test/{step}/models/m:generateContent", headers={}, body=b"{}")
        for step in ("v1beta", version)
    )
    assert not list(differences(one, other, equal))
    another = WireRequest(method="POST", url="https://api.test/v2/models/m:generateContent", headers={}, body=b"{}")
    assert list(differences(one, another, equal))


@pytest.mark.parametrize(
    ("name", "key", "same"),
    [("f", "content", True), ("f", "error", True), ("g", "content", False), ("f", "size", False)],
)
def test_a_name_beside_a_result_is_said_again_or_part_of_the_result(name: str, key: str, same: bool) -> None:
    equal = wire_format("gemini", "gemini_generate").equal
    one, other = (
        _wire(exact_json.encode({"contents": [{"parts": [{"functionResponse": {"name": "f", "response": said}}]}]}))
        for said in ({key: "x"}, {"name": name, key: "x"})
    )
    assert (not list(differences(other, one, equal))) == same

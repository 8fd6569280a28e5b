"""Tests of the canonical form: its schema, and the data that ``fresh`` removes."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator, meta

import toolwire.model
from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette, CassetteName
from conformance.report import canonical
from conformance.suite.cases import cassettes
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Carried, Event, Text, fresh, schema, walk

STRUCTS = [
    kind
    for kind in vars(toolwire.model).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
]  # fmt: skip
SAMPLE = [
    name
    for spoken in DIALECTS
    for name in cassettes()
    if name.dialect == spoken and name.provider != "llamacpp"
    and f"{name.scenario}.{name.mode}" in ("call-big-numbers.plain", "history-parallel-results.stream",
                                           "history-result-error.plain")
]  # fmt: skip


@cache
def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": json.loads(schema.published())["$defs"]})


def spoken(name: CassetteName) -> Iterator[msgspec.Struct]:
    """Yield the canonical requests, answers and right readings of a cassette."""
    language, cassette = dialect(name.dialect), Cassette(name.under(cassettes_folder()))
    for exchange, right in zip(cassette.exchanges, cassette.provenance.expected, strict=True):
        yield language.read_request(exchange.request)
        yield read_answer(language, exchange.response)
        if right.answer is not None:
            yield right.answer


def as_json(value: Any) -> Any:
    return json.loads(canonical.to_json(value))


def test_the_published_schema_is_the_one_that_the_types_make() -> None:
    assert schema.generate() == schema.published(), "regenerate toolwire/src/toolwire/model/canonical.schema.json"
    meta.validate(json.loads(schema.published()))


def test_descriptions_are_docstrings_without_their_indentation() -> None:
    class Described(msgspec.Struct):
        """One line.

        Another line.
        """

    _, found = schema.components((Described,))
    assert found["Described"]["description"] == "One line.\n\nAnother line."


@pytest.mark.parametrize("name", SAMPLE, ids=str)
def test_what_cassettes_say_is_valid_by_the_published_schema(name: CassetteName) -> None:
    for value in spoken(name):
        validator(type(value).__name__).validate(as_json(value))
        assert not validator("Expected" if type(value).__name__ != "Expected" else "Response").is_valid(as_json(value))


@pytest.mark.parametrize("spoken", DIALECTS)
def test_events_of_streams_are_valid_by_the_published_schema(spoken: str) -> None:
    name = next(name for name in SAMPLE if name.dialect == spoken and name.mode == "stream")
    decoder = dialect(spoken).stream_decoder()
    body = Cassette(name.under(cassettes_folder())).exchanges[0].response.body
    for event in (*decoder.feed(body), *decoder.close()):
        assert isinstance(event, Event)
        validator(type(event).__name__).validate(as_json(event))


def _rest(value: Any) -> Any:
    """Return a value as plain data, without carried data."""
    match value:
        case msgspec.Struct():
            fields = value.__struct_fields__
            return type(value), {name: _rest(getattr(value, name)) for name in fields if name != "carried"}
        case tuple():
            return [_rest(item) for item in value]
    return value


@pytest.mark.parametrize("name", SAMPLE, ids=str)
def test_fresh_drops_everything_carried_and_nothing_else(name: CassetteName) -> None:
    values = list(spoken(name))
    assert any(isinstance(part, Carried) for value in values for part in walk(value))
    for value in values:
        assert not any(isinstance(part, Carried) for part in walk(fresh(value)))
        assert _rest(fresh(value)) == _rest(value)
        assert fresh(fresh(value)) == fresh(value)


def test_walking_meets_every_struct_once_in_order() -> None:
    texts = (Text(text="a"), Text(text="b", carried=Carried()), Text(text="c"))
    message = toolwire.model.Message(role="user", parts=texts)
    assert [type(part).__name__ for part in walk(message)] == ["Message", "Text", "Text", "Carried", "Text"]
    assert [part.text for part in walk(message) if isinstance(part, Text)] == ["a", "b", "c"]


@pytest.mark.parametrize("kind", STRUCTS, ids=lambda kind: kind.__name__)
def test_canonical_values_are_frozen(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.frozen


def test_values_made_apart_share_nothing() -> None:
    first, second = Text(text="a"), Text(text="a")
    first.provider_data["x"] = 1
    assert second.provider_data == Text(text="b").provider_data == {}

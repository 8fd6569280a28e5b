"""Tests that jsonschema, the reference implementation in Python, agrees with jsonschema-rs.

Both validate every document of every cassette, and copies of these documents with a single wrong place.
"""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette
from toolwire.dialects.dialect import DIALECTS
from toolwire.json_value import Json
from toolwire.providers import owner, wire_format
from toolwire.wire import pointer
from toolwire.wire.payloads import payloads

DOCUMENTS = ("request", "response", "event", "error")
WRONG = 150
"""The number of wrong documents that are made for each schema."""
OTHERS: tuple[Json, ...] = (None, True, 0, -1, 2.5, "", "another", [], [None], {}, {"another": 1})
FIRST_ERROR = 400


@cache
def committed(dialect: str) -> dict[str, tuple[Json, ...]]:
    """Return the different documents of all cassettes of a dialect, by kind."""
    found: dict[str, dict[str, Json]] = {kind: {} for kind in DOCUMENTS}
    for file in sorted(cassettes_folder().glob(f"*/{dialect}/*.yaml*")):
        streamed = ".stream." in file.name
        for exchange in Cassette(file).exchanges:
            failed = exchange.response.status >= FIRST_ERROR
            answer = "error" if failed else "event" if streamed else "response"
            found["request"][exchange.request.body.decode()] = json.loads(exchange.request.body)
            for document in payloads(exchange.response):
                text = json.dumps(document, default=str)
                found[answer][text] = json.loads(text)
    return {kind: tuple(documents.values()) for kind, documents in found.items()}


def made_wrong(documents: tuple[Json, ...], seed: str) -> Iterator[Json]:
    """Yield documents in which a single value is changed or removed."""
    chance = random.Random(seed)
    for _ in range(WRONG if documents else 0):
        document = deepcopy(chance.choice(documents))
        places = [place for place in pointer.within(document) if isinstance(place, dict | list) and place]
        if not places:
            continue
        place = chance.choice(places)
        key: Any = chance.choice(list(place)) if isinstance(place, dict) else chance.randrange(len(place))
        if chance.random() < 1 / 3:
            del place[key]
        else:
            place[key] = deepcopy(chance.choice(OTHERS))
        yield document


def rejected(schema: Json, documents: Iterator[Json]) -> tuple[list[Json], int, int]:
    """Return the documents on which both validators disagree, the number that both accept, and the number that both
    reject.
    """
    ours, reference = jsonschema_rs.Draft202012Validator(schema), Draft202012Validator(schema)
    differing, accepted, refused = [], 0, 0
    for document in documents:
        verdict = ours.is_valid(document)
        if verdict is not reference.is_valid(document):
            differing.append(document)
        elif verdict:
            accepted += 1
        else:
            refused += 1
    return differing, accepted, refused


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_both_validators_agree_about_committed_documents(dialect: str, kind: str) -> None:
    schema = wire_format(owner(dialect), dialect).schema(kind)
    Draft202012Validator.check_schema(schema)
    differing, accepted, _ = rejected(schema, iter(committed(dialect)[kind]))
    assert differing == []
    assert accepted or not committed(dialect)[kind]


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_both_validators_agree_about_wrong_documents(dialect: str, kind: str) -> None:
    schema = wire_format(owner(dialect), dialect).schema(kind)
    differing, _, refused = rejected(schema, made_wrong(committed(dialect)[kind], f"{dialect} {kind}"))
    assert differing == []
    assert refused or not committed(dialect)[kind]

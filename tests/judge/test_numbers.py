"""Numbers are compared, written in one way and held against schemas exactly, however large they are."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from conformance.judge import arguments, schemas
from toolwire.wire import exact_json
from toolwire.wire.exact_json import Number
from toolwire.wire.numbers import exact

FAR = "9" * 20
LONG = "1" * 2_000_000


def number(text: str) -> Any:
    return exact_json.loads(text)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1", "1.0", True),
        ("-0", "0e5", True),
        ("1.10", "11e-1", True),
        ("-1", "1", False),
        ("1e400", "10E+399", True),
        ("1e400", "1e401", False),
        ("1e-400", "0", False),
        (f"1e{FAR}", f"0.01e1{'0' * 19}1", True),
        (f"1e{FAR}", f"1e-{FAR}", False),
        (f"1e{FAR}", f"1e{FAR}0", False),
        ("1e" + "9" * 5000, "10e" + "9" * 4999 + "8", True),
        (LONG, LONG + ".0", True),
        (LONG, LONG[1:] + "2", False),
    ],
    ids=range(13),
)
def test_numbers_are_compared_as_numbers(one: str, other: str, same: bool) -> None:
    assert arguments.same(number(one), number(other)) is same
    assert (arguments.spelled(f"[{one}]") == arguments.spelled(f"[{other}]")) is same


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1.10", "1.1"),
        ("-0.0", "0"),
        ("1e2", "100"),
        ("12e-4", "0.0012"),
        ("1e39", "1" + "0" * 39),
        ("1.5e40", "1.5e+40"),
        ("-2e-40", "-2e-40"),
        (f"-10e{FAR}", "-1e+1" + "0" * 20),
        ("1" + "0" * 2_000_000, "1e+2000000"),
    ],
    ids=range(9),
)
def test_there_is_one_way_to_write_a_number(text: str, plain: str) -> None:
    assert arguments.plain(Number(text)) == plain


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_number_written_in_the_one_way_is_the_same(value: Decimal) -> None:
    assert Decimal(arguments.plain(Number(str(value)))) == value


@pytest.mark.parametrize("value", [True, None, "1", [1], float("nan"), float("inf"), Decimal("sNaN"), Number("x")])
def test_what_is_no_number(value: Any) -> None:
    assert exact(value) is None


def test_a_number_of_any_type() -> None:
    assert exact(10) == exact(10.0) == exact(Decimal("1E+1")) == exact(Number("1.0e1"))
    assert exact(10**5000) == exact(Number("1e5000"))


@pytest.mark.parametrize(
    "text", ["1e400", "1e999999999", f"1e{FAR}", "9" * 5000, "9" * 200_000, "1e400000"], ids=range(6)
)
def test_a_schema_sees_a_large_number(text: str) -> None:
    for schema in ({"type": "integer"}, {"type": "number"}, {"exclusiveMinimum": 0}):
        assert [*schemas.violations(Draft202012Validator(schema), number(text))] == []
    for sign, schema in (("", {"maximum": 1e300}), ("-", {"minimum": 0}), ("", {"type": "string"}), ("", {"const": 1})):
        (finding,) = schemas.violations(Draft202012Validator({"items": schema}), [number(sign + text)])
        assert (finding.path, len(finding.message) <= 400) == ("/0", True)


@pytest.mark.parametrize("text", ["1e-400", f"1e-{FAR}", "12345678901234567890.5", "1" * 5000 + ".5"], ids=range(4))
def test_a_schema_sees_a_fraction(text: str) -> None:
    assert not schemas.fits(Draft202012Validator({"type": "integer"}), number(text))
    assert schemas.fits(Draft202012Validator({"exclusiveMinimum": 0, "type": "number"}), number(text))


def test_a_schema_sees_nought() -> None:
    assert schemas.fits(Draft202012Validator({"const": 0, "type": "integer"}), number("-0"))


@pytest.mark.parametrize(
    ("value", "schema", "path", "said"),
    [
        ("\ud800", {"type": "integer"}, "", '"\\ud800" is not of type "integer"'),
        ({"\udfff": 1}, {"additionalProperties": {"type": "string"}}, "/\\udfff", '1 is not of type "string"'),
        ([["\ud83c"]], {"items": {"maxItems": 0}}, "/0", '["\\ud83c"] has more than 0 items'),
    ],
)
def test_half_a_character_is_an_ordinary_finding(value: Any, schema: Any, path: str, said: str) -> None:
    (finding,) = schemas.violations(Draft202012Validator(schema), value)
    assert (finding.path, finding.message) == (path, said)


def test_half_characters_are_not_taken_for_each_other() -> None:
    assert schemas.fits(Draft202012Validator({"uniqueItems": True, "items": {"maxLength": 1}}), ["\ud800", "\ud801"])


def test_documents_one_behind_the_other() -> None:
    assert arguments.documents("{} [1]\n2 ") == [{}, [1], 2]
    assert arguments.documents(" ") == []
    assert arguments.documents("{} {") is None

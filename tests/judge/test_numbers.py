"""Tests that numbers of any size are compared, written and validated exactly."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.judge import arguments, schemas
from toolwire.wire import exact_json
from toolwire.wire.exact_json import Number
from toolwire.wire.numbers import exact

FAR = "9" * 20
LONG = "1" * 2_000_000


def number(text: str) -> Any:
    return exact_json.loads(text)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        pytest.param("1", "1.0", True, id="fraction-of-zero"),
        pytest.param("-0", "0e5", True, id="zeros"),
        pytest.param("1.10", "11e-1", True, id="exponent"),
        pytest.param("-1", "1", False, id="sign"),
        pytest.param("1e400", "10E+399", True, id="large"),
        pytest.param("1e400", "1e401", False, id="larger-exponent"),
        pytest.param("1e-400", "0", False, id="tiny"),
        pytest.param(f"1e{FAR}", f"0.01e1{'0' * 19}1", True, id="far"),
        pytest.param(f"1e{FAR}", f"1e-{FAR}", False, id="far-and-tiny"),
        pytest.param(f"1e{FAR}", f"1e{FAR}0", False, id="far-and-farther"),
        pytest.param("1e" + "9" * 5000, "10e" + "9" * 4999 + "8", True, id="very-long-exponents"),
        pytest.param(LONG, LONG + ".0", True, id="long"),
        pytest.param(LONG, LONG[1:] + "2", False, id="long-and-different"),
    ],
)
def test_numbers_are_compared_as_numbers(left: str, right: str, same: bool) -> None:
    assert arguments.same(number(left), number(right)) is same
    assert (arguments.spelled(f"[{left}]") == arguments.spelled(f"[{right}]")) is same


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        pytest.param("1.10", "1.1", id="trailing-zero"),
        pytest.param("-0.0", "0", id="negative-zero"),
        pytest.param("1e2", "100", id="exponent"),
        pytest.param("12e-4", "0.0012", id="fraction"),
        pytest.param("1e39", "1" + "0" * 39, id="no-exponent"),
        pytest.param("1.5e40", "1.5e+40", id="exponent-kept"),
        pytest.param("-2e-40", "-2e-40", id="tiny"),
        pytest.param(f"-10e{FAR}", "-1e+1" + "0" * 20, id="far"),
        pytest.param("1" + "0" * 2_000_000, "1e+2000000", id="many-zeros"),
    ],
)
def test_there_is_one_way_to_write_a_number(text: str, plain: str) -> None:
    assert arguments.plain(Number(text)) == plain


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_number_written_in_the_one_way_is_the_same(value: Decimal) -> None:
    assert Decimal(arguments.plain(Number(str(value)))) == value


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(True, id="true"),
        pytest.param(None, id="null"),
        pytest.param("1", id="text"),
        pytest.param([1], id="list"),
        pytest.param(float("nan"), id="nan"),
        pytest.param(float("inf"), id="infinity"),
        pytest.param(Decimal("sNaN"), id="signalling-nan"),
        pytest.param(Number("x"), id="no-number"),
    ],
)
def test_what_is_no_number(value: Any) -> None:
    assert exact(value) is None


def test_a_number_of_any_type() -> None:
    assert exact(10) == exact(10.0) == exact(Decimal("1E+1")) == exact(Number("1.0e1"))
    assert exact(10**5000) == exact(Number("1e5000"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1e400", id="large"),
        pytest.param("1e999999999", id="larger"),
        pytest.param(f"1e{FAR}", id="far"),
        pytest.param("9" * 5000, id="digits"),
        pytest.param("9" * 200_000, id="many-digits"),
        pytest.param("1e400000", id="large-exponent"),
    ],
)
def test_a_schema_sees_a_large_number(text: str) -> None:
    for schema in ({"type": "integer"}, {"type": "number"}, {"exclusiveMinimum": 0}):
        assert [*schemas.violations(schemas.validator(schema), number(text))] == []
    for sign, schema in (("", {"maximum": 1e300}), ("-", {"minimum": 0}), ("", {"type": "string"}), ("", {"const": 1})):
        (finding,) = schemas.violations(schemas.validator({"items": schema}), [number(sign + text)])
        assert (finding.path, len(finding.message) <= 400) == ("/0", True)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1e-400", id="tiny"),
        pytest.param(f"1e-{FAR}", id="far"),
        pytest.param("12345678901234567890.5", id="long"),
        pytest.param("1" * 5000 + ".5", id="very-long"),
    ],
)
def test_a_schema_sees_a_fraction(text: str) -> None:
    assert not schemas.fits(schemas.validator({"type": "integer"}), number(text))
    assert schemas.fits(schemas.validator({"exclusiveMinimum": 0, "type": "number"}), number(text))


def test_a_schema_sees_nought() -> None:
    assert schemas.fits(schemas.validator({"const": 0, "type": "integer"}), number("-0"))


@pytest.mark.parametrize(
    ("value", "schema", "path", "message"),
    [
        pytest.param("\ud800", {"type": "integer"}, "", '"\\ud800" is not of type "integer"', id="value"),
        pytest.param(
            {"\udfff": 1},
            {"additionalProperties": {"type": "string"}},
            "/\\udfff",
            '1 is not of type "string"',
            id="key",
        ),
        pytest.param([["\ud83c"]], {"items": {"maxItems": 0}}, "/0", '["\\ud83c"] has more than 0 items', id="nested"),
    ],
)
def test_half_a_character_is_an_ordinary_finding(value: Any, schema: Any, path: str, message: str) -> None:
    (finding,) = schemas.violations(schemas.validator(schema), value)
    assert (finding.path, finding.message) == (path, message)


def test_half_characters_are_not_taken_for_each_other() -> None:
    assert schemas.fits(schemas.validator({"uniqueItems": True, "items": {"maxLength": 1}}), ["\ud800", "\ud801"])


def test_documents_one_behind_the_other() -> None:
    assert arguments.documents("{} [1]\n2 ") == [{}, [1], 2]
    assert arguments.documents(" ") == []
    assert arguments.documents("{} {") is None

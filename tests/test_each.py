"""A test of many items tries every one of them, and names each that fails."""

import pytest

from .each import each


def test_whatever_fails_is_named_with_its_reason_and_the_others_are_tried() -> None:
    tried = []

    @each(("number", "word"), [(1, "one"), (2, "two"), (3, "three"), (4, "four")], ids=["a", "b", "c", "d"])
    def holds(number: int, word: str) -> None:
        tried.append(word)
        assert number % 2
        if number == 3:
            with pytest.raises(KeyError):
                "nothing is raised".upper()

    with pytest.raises(BaseExceptionGroup, match=r"^3 of 4: 1 b; 2 c; 3 d$") as failed:
        holds()
    assert tried == ["one", "two", "three", "four"]
    assert [error.__notes__ for error in failed.value.exceptions] == [["This is 1 b"], ["This is 2 c"], ["This is 3 d"]]
    assert "assert (2 % 2)" in str(failed.value.exceptions[0])
    assert "DID NOT RAISE" in str(failed.value.exceptions[1])


def test_fixtures_stay_and_one_each_may_stand_on_another(request: pytest.FixtureRequest) -> None:
    seen = []

    @each("outer", [1, 2])
    @each("inner", "ab", ids=str.upper)
    def pairs(outer: int, inner: str, request: pytest.FixtureRequest) -> None:
        seen.append((outer, inner))
        assert (outer, inner) != (2, "b"), request.node.name

    with pytest.raises(ExceptionGroup, match=r"^1 of 2: 1 2$") as failed:
        pairs(request=request)
    assert str(failed.value.exceptions[0]).startswith("1 of 2: 1 B")
    assert seen == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]

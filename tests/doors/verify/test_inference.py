"""Tests of intervals and statistical tests, with known values and with values of another library."""

import numpy as np
import pytest

pytest.importorskip("statsmodels", reason="statistics come with the extra 'verify'")

from scipy import stats

from conformance.verify.inference import Family, difference, disagreement, rate, sign_flip

ALONE = Family(tests=1, endpoints=1, alpha=0.05)


def generator() -> np.random.Generator:
    return np.random.default_rng(7)


def test_flipped_signs_have_the_p_value_of_scipy() -> None:
    d = np.array([0.2, 0.4, -0.2, 0.2, 0.0, 0.6, 0.2, 0.4, 0.2, -0.2, 0.2])
    exact = stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=np.inf, vectorized=True)
    assert sign_flip(d, generator()) == pytest.approx(exact.pvalue, abs=0.005)


@pytest.mark.parametrize(
    ("d", "low", "high"),
    [
        pytest.param(np.zeros(200), 1.0, 1.0, id="no-case-differs"),
        pytest.param(np.ones(60), 0.0, 1e-10, id="all-differ-beyond-what-permutations-resolve"),
        pytest.param(np.array([0.2] * 5 + [0.0] * 200), 0.05, 0.07, id="five-cases-on-one-side"),
    ],
)
def test_p_values_of_extremes(d: np.ndarray, low: float, high: float) -> None:
    assert low <= sign_flip(d, generator()) <= high


def test_no_event_in_few_cases_is_no_certainty() -> None:
    few = difference(np.zeros(20), 0.0, 5, 0.05, ALONE, generator())
    many = difference(np.zeros(400), 0.0, 5, 0.05, ALONE, generator())
    assert few is not None
    assert many is not None
    assert few.p_same > 0.05 > many.p_same
    assert few.high > 0.05 > many.high
    assert few.cases_needed is not None
    assert few.cases_needed > 20


def test_fewer_than_ten_cases_are_not_tested() -> None:
    assert difference(np.zeros(9), 0.0, 5, 0.05, ALONE, generator()) is None


def counts(chances: np.ndarray, n: int, drawn: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    of = np.full_like(chances, n, dtype=np.int32)
    return drawn.binomial(of, chances).astype(np.int32), of


def test_the_same_chances_lose_no_agreement_and_others_with_the_same_mean_do() -> None:
    drawn = generator()
    chances = drawn.beta(0.5, 0.5, (300, 2))
    theirs = counts(chances, 5, drawn)
    same = disagreement(counts(chances, 5, drawn), theirs, 0.02, ALONE, drawn)
    other = disagreement(counts(1 - chances, 5, drawn), theirs, 0.02, ALONE, drawn)
    assert same is not None
    assert other is not None
    assert same.p_different > 0.01
    assert other.p_different < 0.001
    assert other.value == pytest.approx(float(((1 - 2 * chances) ** 2).mean()), abs=0.05)


def test_clusters_widen_the_wilson_interval() -> None:
    apart = rate(np.array([1] * 50 + [0] * 50, np.int32), np.ones(100, np.int32))
    together = rate(np.array([10] * 5 + [0] * 5, np.int32), np.full(10, 10, np.int32))
    assert apart is not None
    assert together is not None
    assert apart.value == together.value == 0.5
    assert together.high - together.low > 2 * (apart.high - apart.low)
    assert rate(np.zeros(3, np.int32), np.zeros(3, np.int32)) is None


@pytest.mark.parametrize("cases", [12, 40, 300, 20_000])
@pytest.mark.parametrize("differing", [0, 1, 11])
def test_every_power_is_a_number(cases: int, differing: int) -> None:
    d = np.array([1.0] * differing + [0.0] * (cases - differing))
    for tests in (1, 32, 320):
        effect = difference(d, 0.0, 2, 0.05, Family(tests=tests, endpoints=2, alpha=0.05), generator())
        assert effect is not None
        assert 0 <= effect.power_different <= 1
        assert 0 <= effect.power_same <= 1
    if cases == 20_000:
        assert effect.power_different == pytest.approx(1)

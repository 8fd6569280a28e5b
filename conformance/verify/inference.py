"""Intervals, tests and power. All random numbers come from generators that the caller seeds."""

from math import ceil, isfinite, sqrt
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import proportion_confint

Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.float64] | NDArray[np.int32]
FEWEST: Final = 10
"""The minimum number of cases for an interval or a test."""
RESAMPLES: Final = 1999
PERMUTATIONS: Final = 99_999
_LEVEL: Final = 0.95
_POWER: Final = 0.8
_HALF_APART: Final = 0.25
"""The squared difference of two probabilities that are 0.5 apart."""
_AT_ONCE: Final = 1_000_000
"""The number of resampled values in memory at a time."""


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """A rate, with its 95 % Wilson interval. The trials of a case are a cluster."""

    events: int
    trials: int
    value: float
    low: float
    high: float


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """An estimate with its 95 % bootstrap interval, two tests, and their power."""

    value: float
    low: float
    high: float
    cases: int
    p_different: float
    """The p-value of the null hypothesis that there is no difference."""
    p_same: float
    """The p-value of the null hypothesis that the difference is as large as the margin, or larger."""
    power_different: float
    """The chance that the verdict is *different* if the difference is as large as the margin."""
    power_same: float
    """The chance that the verdict is *same* if there is no difference."""
    cases_needed: int | None
    """The number of cases with which both tests have 80 % power, if the number of repeats stays the same. None if the
    number of cases is not known.
    """
    repeats_needed: int | None
    """The number of repeats with which both tests have 80 % power, if the number of cases stays the same. None if no
    number of repeats suffices.
    """


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """The variance of the cases' values in each test, *different* and *same*.

    The functions ``difference`` and ``disagreement`` add artificial cases. The variance for *same* always includes
    them. The variance for *different* includes them only if fewer than ten real cases differ.
    """

    different: float
    same: float


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """The tests that share the error rate ``alpha``, as two counts: the tests, and the tested endpoints."""

    tests: int
    endpoints: int
    alpha: float


def rate(yes: NDArray[np.int32], of: NDArray[np.int32]) -> Rate | None:
    """Return the rate of events, or None without trials. ``yes`` and ``of``: the events and the trials of each cluster.

    The Wilson interval is computed at the effective sample size: trials divided by the design effect of clusters,
    with Student's quantile in place of the normal quantile (Korn and Graubard 1998; Franco and others 2019).
    """
    k, n = yes.astype(float), of.astype(float)
    k, n = k[n > 0], n[n > 0]
    events, trials, clusters = float(k.sum()), float(n.sum()), len(n)
    if not clusters:
        return None
    p = events / trials
    size = float(clusters)
    if 0 < events < trials and clusters > 1:
        variance = clusters / (clusters - 1) * float(((k - p * n) ** 2).sum()) / trials**2
        size = min(p * (1 - p) / variance, trials) if variance > 0 else trials
    if clusters > 1:
        size *= float(stats.norm.ppf(0.5 + _LEVEL / 2) / stats.t.ppf(0.5 + _LEVEL / 2, clusters - 1)) ** 2
    low, high = proportion_confint(p * size, size, alpha=1 - _LEVEL, method="wilson")
    return Rate(events=int(events), trials=int(trials), value=p, low=float(low), high=float(high))


def difference(
    d: Floats, within: float, repeats: int, margin: float, family: Family, rng: np.random.Generator
) -> Effect | None:
    """Return the mean of the cases' differences ``d``, with its interval and tests.

    Return None for fewer than ``FEWEST`` cases.

    ``within``: the variance of a case's difference over its repeats. ``margin``: the largest difference that counts as
    no difference. ``family``: all tests that share the error rate.

    Test of *different*: the signs of the cases' differences are flipped at random.

    Interval: a bootstrap over cases. If fewer than ten cases differ, two artificial cases with the differences 1 and -1
    are added (Bonett and Price 2012), so that the interval has some width even in a study without any event.

    Test of *same*: the bootstrap, always with the two artificial cases.
    """
    if len(d) < FEWEST:
        return None
    added = np.concatenate([d, [1.0, -1.0]])
    low, high, drawn = bootstrap(added, rng)
    spread = Spread(different=_variance(added), same=_variance(added))
    if np.count_nonzero(d) >= FEWEST:
        low, high, _ = bootstrap(d, rng)
        spread = Spread(different=_variance(d), same=_variance(added))
    p_same = (1 + max(int((drawn >= margin).sum()), int((drawn <= -margin).sum()))) / (len(drawn) + 1)
    return _effect(float(d.mean()), low, high, len(d), sign_flip(d, rng), p_same, spread, within, repeats, margin,
                   family)  # fmt: skip


def disagreement(
    ours: tuple[NDArray[np.int32], NDArray[np.int32]],
    theirs: tuple[NDArray[np.int32], NDArray[np.int32]],
    margin: float,
    family: Family,
    rng: np.random.Generator,
) -> Effect | None:
    """Return how much less two endpoints agree with each other than each of them agrees with itself.

    Return None for fewer than ``FEWEST`` cases with two trials at each endpoint.

    The measure is the mean agreement of each endpoint with itself, minus the agreement of the endpoints with each
    other.

    ``ours``, ``theirs``: the counts of events and of trials of each endpoint, each shaped cases × modes. ``margin``,
    ``family``: as for ``difference``.

    A case's chance is the probability of the event in an exchange of the case. Estimate: the unbiased estimate of the
    mean squared difference of the two endpoints' chances.

    Test of *different*: the exchanges of each case and mode are assigned to the endpoints at random.

    Interval: a bootstrap over cases. For its upper end, an artificial case is added whose chances differ by 0.5, or by
    1 if fewer than ten cases differ. The bootstrap alone would give too short an interval, because the squared
    differences are skewed (``tools/verify/simulate.py``).

    Test of *same*: the bootstrap, with the artificial case whose chances differ by 1.
    """
    (k1, n1), (k2, n2) = ours, theirs
    enough = (n1 >= 2) & (n2 >= 2)
    use = enough.any(axis=1)
    if use.sum() < FEWEST:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        cells = np.where(enough, _gap(k1, n1, k2, n2), np.nan)
    gaps = np.nanmean(cells[use], axis=1)
    low, _, _ = bootstrap(gaps, rng)
    added = np.concatenate([gaps, [1.0]])
    _, high, drawn = bootstrap(added, rng)
    spread = Spread(different=_variance(added), same=_variance(added))
    if np.count_nonzero(gaps) >= FEWEST:
        _, high, _ = bootstrap(np.concatenate([gaps, [_HALF_APART]]), rng)
        spread = Spread(different=_variance(gaps), same=_variance(added))
    p_same = (1 + int((drawn >= margin).sum())) / (len(drawn) + 1)
    weights = np.where(enough, 1 / np.maximum(enough.sum(axis=1, keepdims=True), 1), 0.0) / use.sum()
    p = _permutation_test(k1[enough], n1[enough], k2[enough], n2[enough], weights[enough], float(gaps.mean()), rng)
    return _effect(float(gaps.mean()), low, high, int(use.sum()), p, p_same, spread, 0.0, 0, margin,
                   family)  # fmt: skip


def bootstrap(values: Floats, rng: np.random.Generator) -> tuple[float, float, Floats]:
    """Return the ends of the 95 % percentile interval of the mean of ``values``, and the resampled means."""
    if np.all(values == values[0]):
        return float(values[0]), float(values[0]), np.full(RESAMPLES, values[0])
    found = stats.bootstrap(
        (values,), np.mean, n_resamples=RESAMPLES, confidence_level=_LEVEL, method="percentile", vectorized=True,
        batch=max(1, _AT_ONCE // len(values)), rng=rng,
    )  # fmt: skip
    interval = found.confidence_interval
    return float(interval.low), float(interval.high), np.asarray(found.bootstrap_distribution)


def sign_flip(d: Floats, rng: np.random.Generator) -> float:
    """Return the two-sided p-value of the mean of ``d``, from random flips of the signs of the cases' differences.

    For all cases with the same absolute difference, a single binomial draw gives the sum of their signs. If no random
    flip reaches the observed mean, return the smaller of this p-value and Hoeffding's bound for sums of signs.
    """
    sizes, counts = np.unique(np.round(np.abs(d[d != 0]), 12), return_counts=True)
    if not len(sizes):
        return 1.0
    total = np.zeros(PERMUTATIONS)
    for size, count in zip(sizes, counts, strict=True):
        total += size * (2.0 * rng.binomial(count, 0.5, PERMUTATIONS) - count)
    observed = abs(float(d.sum()))
    p = (1 + int((np.abs(total) >= observed - 1e-9).sum())) / (PERMUTATIONS + 1)
    if p > 1 / (PERMUTATIONS + 1):
        return p
    return min(p, 2 * float(np.exp(-(observed**2) / (2 * float((d**2).sum())))))


def _gap(k1: Numbers, n1: Numbers, k2: Numbers, n2: Numbers) -> Floats:
    p1, p2 = k1 / n1, k2 / n2
    found: Floats = (p1 - p2) ** 2 - p1 * (1 - p1) / (n1 - 1) - p2 * (1 - p2) / (n2 - 1)
    return found


def _permutation_test(
    k1: NDArray[np.int32], n1: NDArray[np.int32], k2: NDArray[np.int32], n2: NDArray[np.int32], weights: Floats,
    observed: float, rng: np.random.Generator,
) -> float:  # fmt: skip
    """Return the p-value of a mean gap. A gap is the squared difference of the two endpoints' chances of the event in a
    cell. A cell is a case in a mode.

    ``k1``, ``n1``, ``k2``, ``n2``: the events and the trials of the first and the second endpoint, by cell.
    ``weights``: the weight of each cell. ``observed``: the mean gap that was observed.

    The exchanges of each cell are assigned to the endpoints at random. Cells with equal counts are drawn together: a
    multinomial draw gives the number of cells for each possible split of the events between the endpoints.
    """
    patterns, counts = np.unique(np.column_stack([k1 + k2, n1, n2, np.round(weights, 15)]), axis=0, return_counts=True)
    total = np.zeros(PERMUTATIONS)
    for (events, first, second, weight), count in zip(patterns, counts, strict=True):
        share = np.arange(max(0, events - second), min(first, events) + 1)
        chances = stats.hypergeom.pmf(share, first + second, events, first)
        gaps = _gap(share, first, events - share, second)
        drawn = rng.multinomial(count, chances / chances.sum(), PERMUTATIONS)
        total += weight * (drawn @ gaps)
    return (1 + int((total >= observed - 1e-12).sum())) / (PERMUTATIONS + 1)


def _variance(values: Floats) -> float:
    return float(values.var(ddof=1))


def _power(tests: TTestPower, size: float, cases: int, alpha: float) -> float:
    """Return the power of a paired test. ``size``: the effect in standard deviations. ``alpha``: the error rate.

    If SciPy's noncentral t gives no number, use the normal approximation.
    """
    found = float(tests.power(size, cases, alpha))
    return found if isfinite(found) else float(stats.norm.cdf(size * sqrt(cases) - stats.t.isf(alpha / 2, cases - 1)))


def _effect(
    value: float, low: float, high: float, cases: int, p_different: float, p_same: float, spread: Spread,
    within: float, repeats: int, margin: float, family: Family,
) -> Effect:  # fmt: skip
    deviation, wider = sqrt(spread.different), sqrt(spread.same)
    alpha = family.alpha / max(family.tests, 1)
    alpha_same = family.alpha / max(family.endpoints, 1)
    z = float(stats.norm.ppf(1 - alpha_same))
    tost = 2 * float(stats.norm.cdf(margin * sqrt(cases) / wider - z)) - 1 if wider else 1.0
    tests = TTestPower()
    power = _power(tests, margin / deviation, cases, alpha) if deviation else 1.0
    needed: int | None = cases
    more: int | None = repeats or None
    if power < _POWER or tost < _POWER:
        convict = (
            float(np.squeeze(tests.solve_power(margin / deviation, alpha=alpha, power=_POWER))) if deviation else 0.0
        )
        acquit = spread.same * (z + float(stats.norm.ppf((1 + _POWER) / 2))) ** 2 / margin**2
        needed = ceil(max(convict, acquit)) if isfinite(convict) else None
        more = None
        if needed is not None and within > 0 and repeats:
            room = spread.different * cases / needed - max(spread.different - within, 0.0)
            more = ceil(repeats * within / room) if room > 0 else None
    return Effect(
        value=value, low=low, high=high, cases=cases, p_different=p_different, p_same=p_same,
        power_different=power, power_same=max(tost, 0.0), cases_needed=needed, repeats_needed=more,
    )  # fmt: skip

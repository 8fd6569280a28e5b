"""The comparison of an endpoint with the reference, and the verdict."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray
from statsmodels.stats.multitest import multipletests

from conformance.verify.inference import FEWEST, Effect, Family, bootstrap, difference, disagreement
from conformance.verify.measure import MEASURES
from conformance.verify.study import Study
from conformance.verify.tally import Tally

Verdict: TypeAlias = Literal["same", "different", "inconclusive"]


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """A measure of an endpoint, and the comparison with the same measure of the reference."""

    measure: str
    effect: Effect
    margin: float
    p_adjusted: float
    """The p-value of the test for a difference, corrected for all tests of the study (Holm)."""
    verdict: Verdict


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The comparison of an endpoint with the reference, and the verdict."""

    endpoint: str
    verdict: Verdict
    why: str
    compared: tuple[Compared, ...]
    untested: dict[str, str]
    """The measures that could not be compared, with the reason."""
    latency: tuple[float, float, float] | None
    """The time to the first call, divided by the reference's time to the first call.

    The values are this ratio and the ends of its 95 % interval. No verdict depends on the ratio. None if fewer than
    ``FEWEST`` cases have a call at both endpoints.
    """


def compare(study: Study, reference: Tally, others: dict[str, Tally]) -> tuple[Comparison, ...]:
    """Compare each of the endpoints ``others`` with the reference. Return a comparison for each of them.

    The p-values are corrected for all tests together.
    """
    measures = [measure.name for measure in MEASURES] + ["agreement", "stream-plain"]
    family = Family(tests=len(measures) * len(others), endpoints=len(others), alpha=study.alpha)
    effects = {
        name: {measure: _effect(study, name, measure, tally, reference, family) for measure in measures}
        for name, tally in others.items()
    }
    tested = [(name, measure) for name, found in effects.items() for measure, effect in found.items() if effect]
    adjusted = _holm([effects[name][measure].p_different for name, measure in tested])  # type: ignore[union-attr]
    p_of = dict(zip(tested, adjusted, strict=True))
    return tuple(_comparison(study, name, found, p_of, others[name], reference) for name, found in effects.items())


def _holm(p: Sequence[float]) -> list[float]:
    return [float(each) for each in multipletests(p, method="holm")[1]] if p else []


def _effect(study: Study, name: str, measure: str, ours: Tally, reference: Tally, family: Family) -> Effect | None:
    rng = np.random.default_rng([study.seed, *f"{name}/{measure}".encode()])
    if measure == "agreement":
        return disagreement(ours.counts("called"), reference.counts("called"), study.agreement_margin, family, rng)
    if measure == "stream-plain":
        if len(study.modes) < 2:
            return None
        (k1, n1), (k2, n2) = ours.counts("called"), reference.counts("called")
        use = (n1 > 0).all(axis=1) & (n2 > 0).all(axis=1)
        plain, stream = study.modes.index("plain"), study.modes.index("stream")
        rates, reference_rates = k1[use] / n1[use], k2[use] / n2[use]
        d = (rates[:, stream] - rates[:, plain] - reference_rates[:, stream] + reference_rates[:, plain]) / 2
        within = _within(k1[use], n1[use]) + _within(k2[use], n2[use])
        return difference(d, within, study.repeats, study.margin, family, rng)
    (k1, n1), (k2, n2) = ours.counts(measure), reference.counts(measure)
    k1, n1, k2, n2 = (each.sum(axis=1) for each in (k1, n1, k2, n2))
    use = (n1 > 0) & (n2 > 0)
    k1, n1, k2, n2 = (each[use] for each in (k1, n1, k2, n2))
    within = _within(k1[:, None], n1[:, None]) + _within(k2[:, None], n2[:, None])
    return difference(k1 / n1 - k2 / n2, within, study.repeats, study.margin, family, rng)


def _within(k: NDArray[np.int32], n: NDArray[np.int32]) -> float:
    """Return the variance of a case's rate over repeats, as a mean over cases. Return 0 without repeats.

    ``k``, ``n``: the events and the trials of each case and mode.
    """
    enough = n >= 2
    if not enough.any():
        return 0.0
    p = k[enough] / n[enough]
    mean: float = (p * (1 - p) / (n[enough] - 1)).mean()
    return float(mean) / int(k.shape[1])


def _comparison(
    study: Study, name: str, found: dict[str, Effect | None], p_of: dict[tuple[str, str], float],
    ours: Tally, reference: Tally,
) -> Comparison:  # fmt: skip
    compared = []
    for measure, effect in found.items():
        if effect is None:
            continue
        margin = study.agreement_margin if measure == "agreement" else study.margin
        near = effect.p_same <= study.alpha / len(study.others)
        differs = p_of[name, measure] <= study.alpha
        verdict: Verdict = "same" if near else "different" if differs else "inconclusive"
        compared.append(
            Compared(measure=measure, effect=effect, margin=margin, p_adjusted=p_of[name, measure], verdict=verdict)
        )
    untested = {measure: _untested(study, measure, ours, reference) for measure, effect in found.items() if not effect}
    untested = {measure: why for measure, why in untested.items() if why}
    different = [each.measure for each in compared if each.verdict == "different"]
    open_ = [each.measure for each in compared if each.verdict == "inconclusive"]
    if different:
        verdict, why = "different", f"differs in {', '.join(different)}"
    elif untested:
        verdict, why = "inconclusive", f"not tested: {', '.join(untested)}"
    elif open_:
        verdict, why = "inconclusive", f"too few exchanges for {', '.join(open_)}"
    else:
        verdict, why = "same", "no difference that matters in any measure"
    return Comparison(
        endpoint=name, verdict=verdict, why=why, compared=tuple(compared), untested=untested,
        latency=_latency(study, name, ours, reference),
    )  # fmt: skip


def _untested(study: Study, measure: str, ours: Tally, reference: Tally) -> str:
    """Return the reason why a measure could not be compared, or "" if it does not apply to the study's cases or
    modes.
    """
    if measure == "off-label" and not (ours.counts(measure)[1].any() or reference.counts(measure)[1].any()):
        return ""
    if measure == "stream-plain" and len(study.modes) < 2:
        return ""
    if measure == "agreement" and study.repeats < 2:
        return "needs 2 repeats or more"
    return "fewer than 10 cases have exchanges to which the measure applies at both endpoints"


def _latency(study: Study, name: str, ours: Tally, reference: Tally) -> tuple[float, float, float] | None:
    d = _mean_log(ours) - _mean_log(reference)
    d = d[np.isfinite(d)].astype(float)
    if len(d) < FEWEST:
        return None
    low, high, _ = bootstrap(d, np.random.default_rng([study.seed, *f"{name}/latency".encode()]))
    return float(np.exp(d.mean())), float(np.exp(low)), float(np.exp(high))


def _mean_log(tally: Tally) -> NDArray[np.float64]:
    """Return the mean logarithm of each case's times to the first call, in milliseconds.

    It is NaN for cases without a call.
    """
    times = np.log(np.maximum(tally.first_call.astype(float), 1.0))
    there = np.isfinite(times)
    count = there.sum(axis=(1, 2))
    return np.where(count > 0, np.where(there, times, 0.0).sum(axis=(1, 2)) / np.maximum(count, 1), np.nan)

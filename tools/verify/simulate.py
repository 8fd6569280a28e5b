"""Simulate studies in which the true values are known.

Count how often intervals cover these values, and how often verdicts are wrong. For each case, a study draws the chances
of events from a population. Then it draws the counts of events at each endpoint. No requests are sent. ``python
tools/verify/simulate.py [STUDIES]`` writes reports/verify/simulations.md.
"""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from statsmodels.stats.proportion import proportion_confint

from conformance.verify.case_set import Case
from conformance.verify.comparison import compare
from conformance.verify.inference import Family, difference, disagreement, rate
from conformance.verify.measure import BASES, NAMES
from conformance.verify.study import Endpoint, Study
from conformance.verify.tally import Tally

REPORT = Path(__file__).resolve().parents[2] / "reports/verify/simulations.md"
HEAD = """\
# Simulated studies with a known truth

Made on {date} by `tools/verify/simulate.py`, with {studies} studies for each row. In brackets are 95 % Wilson intervals
of the simulation itself.
"""
ALONE = Family(tests=1, endpoints=1, alpha=0.05)
MARGIN = 0.05
SETTINGS = [
    # cases, repeats, the Beta population of a case's chance of a call
    (50, 5, (0.6, 0.4)),
    (200, 5, (0.6, 0.4)),
    (200, 2, (4.0, 4.0)),
    (500, 3, (0.2, 0.2)),
]
Drawn = tuple[np.ndarray, np.ndarray]


def counts(chances: np.ndarray, repeats: int, drawn: np.random.Generator) -> Drawn:
    """Draw the number of events for each case, with ``repeats`` trials. Return the events and the trials."""
    of = np.full(chances.shape, repeats, np.int32)
    return drawn.binomial(of, chances).astype(np.int32), of


def covered(setting: tuple[int, int, tuple[float, float]], seed: int) -> tuple[bool, bool, bool]:
    """Simulate a study of two endpoints. Return three values, each True if an interval covers the true value.

    The first interval is that of the rate at the first endpoint. The second is that of the difference between the two
    endpoints. The third is that of the lost agreement: how much less the endpoints agree with each other than each of
    them agrees with itself.

    ``setting``: the number of cases, the number of repeats, and the parameters of the beta distribution from which the
    chance of a call at the first endpoint is drawn for each case. The chance at the second endpoint is 0.8 times this
    chance.
    """
    cases, repeats, (a, b) = setting
    drawn = np.random.default_rng(seed)
    chances = drawn.beta(a, b, (cases, 1))
    theirs, ours = counts(chances, repeats, drawn), counts(0.8 * chances, repeats, drawn)
    mean = a / (a + b)
    square = mean**2 + a * b / ((a + b) ** 2 * (a + b + 1))
    found = rate(theirs[0][:, 0], theirs[1][:, 0])
    d = ours[0][:, 0] / repeats - theirs[0][:, 0] / repeats
    apart = difference(d, 0.0, repeats, MARGIN, ALONE, drawn)
    lost = disagreement(ours, theirs, 0.02, ALONE, drawn)
    assert found is not None
    assert apart is not None
    assert lost is not None
    truths = ((found, mean), (apart, -0.2 * mean), (lost, 0.04 * square))
    return tuple(each.low <= truth <= each.high for each, truth in truths)  # type: ignore[return-value]


def powered(setting: tuple[int, int, tuple[float, float]], seed: int) -> tuple[bool, float]:
    """Simulate a study of two endpoints whose chances differ by ``MARGIN``. Return True if the study finds a
    difference, and the power that the study computes for this difference.

    ``setting``: as for ``covered``.
    """
    cases, repeats, (a, b) = setting
    drawn = np.random.default_rng(seed)
    chances = MARGIN + (1 - 2 * MARGIN) * drawn.beta(a, b, cases)
    theirs, ours = counts(chances, repeats, drawn), counts(chances - MARGIN, repeats, drawn)
    apart = difference((ours[0] - theirs[0]) / repeats, 0.0, repeats, MARGIN, ALONE, drawn)
    assert apart is not None
    return apart.p_different <= ALONE.alpha, apart.power_different


def same(others: int, seed: int) -> tuple[bool, int, int]:
    """Compare the reference with ``others`` endpoints whose chances equal the chances of the reference.

    Return True if any endpoint gets the verdict ``different``, the number of endpoints with the verdict ``same``, and
    the number with the verdict ``inconclusive``.
    """
    cases = tuple(Case(id=str(n), body={}) for n in range(400))
    names = ("reference", *(f"other-{n}" for n in range(others)))
    endpoints = tuple(
        Endpoint(name=name, base_url="http://127.0.0.1", model="m", reference=name == "reference") for name in names
    )
    study = Study(model="m", endpoints=endpoints, repeats=5, seed=seed)
    drawn = np.random.default_rng(seed)
    chances = {
        name: drawn.beta(0.2, 0.2, (len(cases), 1)) if name == "called" else _rare(name, drawn) for name in NAMES
    }
    tallies = {name: _tally(study, cases, chances, drawn) for name in names}
    reference = tallies.pop("reference")
    verdicts = [each.verdict for each in compare(study, reference, tallies)]
    return "different" in verdicts, verdicts.count("same"), verdicts.count("inconclusive")


def _rare(name: str, drawn: np.random.Generator) -> np.ndarray:
    return np.full((400, 1), 0.0 if name == "off-label" else drawn.uniform(0.0, 0.03))


def _tally(study: Study, cases: tuple[Case, ...], chances: dict[str, np.ndarray], drawn: np.random.Generator) -> Tally:
    made = Tally(study, cases)
    made.of[:] = study.repeats
    made.of[BASES.index("labels")] = 0
    for n, name in enumerate(NAMES):
        made.yes[n] = drawn.binomial(study.repeats, np.broadcast_to(chances[name], made.yes[n].shape))
    return made


def _all(work: Callable[[int], Any], studies: int, pool: ProcessPoolExecutor) -> list[Any]:
    return list(pool.map(work, range(studies), chunksize=10))


def _share(events: int, of: int) -> str:
    low, high = proportion_confint(events, of, method="wilson")
    return f"{100 * events / of:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def main(studies: int) -> None:
    """Simulate the studies, and write the report."""
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(2) as pool:
        tables = (_coverage(studies, pool), _power(studies, pool), _against_itself(studies, pool))
        lines = [HEAD.format(date=datetime.now(UTC).date().isoformat(), studies=studies)]
        for table in tables:
            for line in table:
                lines.append(line)
                print(line, flush=True)
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _coverage(studies: int, pool: ProcessPoolExecutor) -> Iterator[str]:
    yield from ("## Coverage of 95 % intervals", "")
    yield "| cases | repeats | chances of a call | rate (Wilson, clusters) | difference (bootstrap) | lost agreement |"
    yield "|---|---|---|---|---|---|"
    for setting in SETTINGS:
        found = _all(partial(covered, setting), studies, pool)
        shares = [_share(sum(each[n] for each in found), studies) for n in range(3)]
        yield f"| {setting[0]} | {setting[1]} | Beta{setting[2]} | {' | '.join(shares)} |"


def _power(studies: int, pool: ProcessPoolExecutor) -> Iterator[str]:
    yield from ("", "## Power for a difference of 5 points", "")
    yield from ("| cases | repeats | chances of a call | computed (mean) | found |", "|---|---|---|---|---|")
    for setting in SETTINGS:
        power = _all(partial(powered, setting), studies, pool)
        computed = f"{100 * sum(each[1] for each in power) / studies:.1f} %"
        found = _share(sum(each[0] for each in power), studies)
        yield f"| {setting[0]} | {setting[1]} | Beta{setting[2]} | {computed} | {found} |"


def _against_itself(studies: int, pool: ProcessPoolExecutor) -> Iterator[str]:
    yield from ("", "## Verdicts on endpoints that equal the reference", "")
    yield from (
        "Each study has 400 cases with 5 repeats in both modes. Alpha is 5 % for all tests of a study together.",
        "",
    )
    yield "| endpoints | studies | studies with a verdict *different* | endpoints judged *same* | *inconclusive* |"
    yield "|---|---|---|---|---|"
    for others, number in ((1, studies), (5, studies // 5)):
        alike = _all(partial(same, others), number, pool)
        different = _share(sum(each[0] for each in alike), number)
        rest = [_share(sum(each[n] for each in alike), number * others) for n in (1, 2)]
        yield f"| {others} | {number} | {different} | {' | '.join(rest)} |"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)

"""The summary of a survey: counts, and the findings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from conformance.judge import arguments
from conformance.survey.sight import RETURNED_CALLS, Remark, ReturnedCall, Sight
from conformance.survey.sources import Foreign, NotCovered, Unreadable
from conformance.survey.text_records import TextSight
from toolwire.dialects.dialect import DIALECTS


class Kept(msgspec.Struct, kw_only=True):
    """Counts of round trips: ``of`` counts all round trips, and ``ok`` counts the round trips that lost nothing."""

    ok: int = 0
    of: int = 0

    def add(self, kept: bool | None) -> None:
        """Count a round trip.

        True: the round trip lost nothing. False: it lost something. None: no round trip was made.
        """
        if kept is not None:
            self.ok += kept
            self.of += 1


class Totals(msgspec.Struct, kw_only=True):
    """Counts of exchanges, and the findings about these exchanges."""

    exchanges: int = 0
    tool_exchanges: int = 0
    recognised: int = 0
    """The number of exchanges in a dialect that can be read."""
    decoded: int = 0
    request_round_trips: Kept = msgspec.field(default_factory=Kept)
    response_round_trips: Kept = msgspec.field(default_factory=Kept)
    carried: float = 0.0
    """The share of bytes in requests and plain answers that the normalizer keeps without reading them."""
    findings: list[Remark] = msgspec.field(default_factory=list)
    unreadable: list[Unreadable] = msgspec.field(default_factory=list)


class Returned(msgspec.Struct, kw_only=True):
    """Counts of streamed calls that a client sent back: a request in the same folder has a call with the same id."""

    compared: int = 0
    equal: int = 0


class Different(msgspec.Struct, frozen=True):
    """A model output whose parse differs from the expected parse."""

    where: str
    why: str


class Family(msgspec.Struct, kw_only=True):
    """Counts over the model outputs of a family of models."""

    text_records: int = 0
    equal: int = 0
    soft: int = 0
    different: int = 0
    recognised: dict[str, int] = msgspec.field(default_factory=dict)
    """The number of outputs by recognised text format. ``unknown`` counts the outputs without a recognised format."""


class Summary(Totals, kw_only=True):
    """Counts over all exchanges, for each dialect, and over all model outputs."""

    returned_calls: Returned = msgspec.field(default_factory=Returned)
    not_covered: dict[str, int] = msgspec.field(default_factory=dict)
    """The number of records of known APIs that cannot be read yet, by the kind of the record."""
    foreign: list[Foreign] = msgspec.field(default_factory=list)
    """The documents and records that are neither exchanges of a known dialect nor model outputs. They are no errors."""
    by_dialect: dict[str, Totals] = msgspec.field(default_factory=dict)
    text_records: int = 0
    equal: int = 0
    """The number of model outputs that give the expected parse."""
    soft: int = 0
    """The number of model outputs whose parse differs only in outer white space of the content. ``equal`` does not
    count them."""
    different: list[Different] = msgspec.field(default_factory=list)
    by_family: dict[str, Family] = msgspec.field(default_factory=dict)


def summarise(sights: Iterable[Sight | TextSight | Unreadable]) -> Summary:
    """Return the summary of a survey's results."""
    whole = Summary()
    bytes_read: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    returned: list[ReturnedCall] = []
    for seen in sights:
        if isinstance(seen, NotCovered):
            whole.not_covered[seen.why] = whole.not_covered.get(seen.why, 0) + 1
            continue
        if isinstance(seen, Foreign):
            whole.foreign.append(Foreign(seen.where, seen.why))
            continue
        if isinstance(seen, Unreadable):
            whole.unreadable.append(seen)
            continue
        if isinstance(seen, TextSight):
            _add_text(whole, seen)
            continue
        known = seen.dialect if seen.dialect in DIALECTS else None
        part = whole.by_dialect.setdefault(known, Totals()) if known else None
        for totals in (whole, part) if part else (whole,):
            _add(totals, seen)
        for key in ("", known) if known else ("",):
            bytes_read[key][0] += seen.carried_bytes
            bytes_read[key][1] += seen.read_bytes
        if seen.why is not None and part is None:
            whole.foreign.append(Foreign(seen.where, seen.why))
        returned.extend(seen.returned)
    whole.carried = _share(bytes_read[""])
    for name, totals in whole.by_dialect.items():
        totals.carried = _share(bytes_read[name])
    for remark in _compare(returned, whole.returned_calls):
        whole.findings.append(remark)
    whole.by_dialect = dict(sorted(whole.by_dialect.items()))
    whole.by_family = dict(sorted(whole.by_family.items()))
    return whole


def _add_text(whole: Summary, seen: TextSight) -> None:
    family = whole.by_family.setdefault(seen.family, Family())
    name = seen.text_format or "unknown"
    family.recognised[name] = family.recognised.get(name, 0) + 1
    for counts in (whole, family):
        counts.text_records += 1
        counts.equal += seen.outcome == "equal"
        counts.soft += seen.outcome == "soft"
    if seen.outcome == "different":
        family.different += 1
        whole.different.append(Different(seen.where, seen.why))


def _add(totals: Totals, seen: Sight) -> None:
    totals.exchanges += 1
    totals.tool_exchanges += seen.has_tools
    totals.recognised += seen.dialect in DIALECTS
    totals.decoded += seen.decoded
    totals.request_round_trips.add(seen.request_kept)
    totals.response_round_trips.add(seen.response_kept)
    totals.findings.extend(seen.remarks)
    if seen.why is not None and seen.dialect in DIALECTS:
        totals.unreadable.append(Unreadable(seen.where, seen.why))


def _share(counted: list[int]) -> float:
    carried, read = counted
    return round(carried / read, 4) if read else 0.0


def _compare(calls: list[ReturnedCall], returned: Returned) -> Iterator[Remark]:
    """Compare each call that a client sent back with the calls in answers of the same folder that have the same id.
    Yield a remark for each difference, and add the counts to ``returned``.

    Only ids from a stream are compared. If several answers have a call with the id, it is enough if the client's call
    equals any of these calls.
    """
    brought: dict[tuple[str, str], list[ReturnedCall]] = defaultdict(list)
    for call in calls:
        if call.kind != "request":
            brought[call.folder, call.id].append(call)
    compared = set()
    for call in calls:
        candidates = brought.get((call.folder, call.id), [])
        key = (call.folder, call.id, call.name, call.arguments)
        if call.kind != "request" or key in compared or not any(candidate.kind == "stream" for candidate in candidates):
            continue
        compared.add(key)
        returned.compared += 1
        if any(call.name == candidate.name and _same(call.arguments, candidate.arguments) for candidate in candidates):
            returned.equal += 1
            continue
        yield Remark(
            where=call.where,
            check=RETURNED_CALLS,
            path=call.id,
            level="MUST",
            message=f"expected {candidates[0].name} {candidates[0].arguments}, as in {candidates[0].where}, "
            f"got {call.name} {call.arguments}",
        )


def _same(text: str, other: str) -> bool:
    return arguments.same(arguments.value(text), arguments.value(other))

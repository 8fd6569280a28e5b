"""The comparison of freshly recorded answers with the committed recordings and with the SDK's types.

Each change names its causes: the provider changed, the SDK is behind, or our own data are wrong.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from conformance.drift import sdk
from conformance.drift.change import WEIGHTS, Change, Drift, Mover, NotLookedAt, Weight
from conformance.drift.shape import REFUSED, Key, Place, Shape, of
from conformance.files import JSON_DOCUMENTS, LINES, ZIPPED_LINES, below
from conformance.recording.cassette import Cassette, CassetteName, find
from conformance.recording.errors import CassetteError
from conformance.scenarios import load as load_scenario
from toolwire.providers import Mapping, owner, rules, wire_format

_NO_SDK: Final = "the official SDK is not installed: run pip install '.[oracles]' in a clone"
_OTHER_FORMS: Final = (*JSON_DOCUMENTS, *LINES, *ZIPPED_LINES)
"""The endings of the names of recordings that are not cassettes."""
_NO_CASSETTE: Final = (
    "expected a cassette, which is a YAML file; conformance import makes cassettes from other recordings"
)
_ENOUGH: Final = 3
"""The minimum number of scenarios in which a key must have occurred, so that its absence from all fresh answers counts
as a change.

If a key occurred in fewer scenarios, the model may have left it out by chance.
"""


class _Difference(NamedTuple):
    """A change without its rules and capabilities. ``_make_change`` adds these."""

    pointer: str
    description: str
    weight: Weight
    movers: tuple[Mover, ...]
    example: str


def drift(fresh: Path, committed: tuple[Path, ...], asked: Iterable[str] = ()) -> Drift:
    """Compare the cassettes below ``fresh`` with the cassettes below ``committed``, and with the SDKs' types. Return
    all differences.

    ``asked``: the scenarios that were recorded again. It is empty if all scenarios were recorded again. If a dialect
    has fresh recordings, each of its committed cassettes of these scenarios is compared, or listed as not compared.
    Cassettes that only stand-ins can make are left out.
    """
    chosen = frozenset(asked)
    missing: list[NotLookedAt] = []
    new: dict[tuple[str, str], list[Cassette]] = defaultdict(list)
    old: dict[tuple[str, str], list[Cassette]] = defaultdict(list)
    for name in _names(fresh, missing):
        if not chosen or name.scenario in chosen:
            new[name.provider, name.dialect] += _opened(name.under(fresh), missing)
    committed_names = sorted({name for folder in committed for name in find(folder) if isinstance(name, CassetteName)})
    for name in committed_names:
        if (name.provider, name.dialect) in new:
            old[name.provider, name.dialect] += _opened(name.among(committed), missing)
    changes: list[Change] = []
    compared: list[CassetteName] = []
    unknown: list[CassetteName] = []
    for (provider, dialect), cassettes in sorted(new.items()):
        names = {cassette.name for cassette in cassettes}
        before = old[provider, dialect]
        expected = {cassette.name for cassette in before if _is_expected(cassette.name.scenario, chosen)}
        missing += [NotLookedAt(str(name), "the case has no fresh recording") for name in sorted(expected - names)]
        known = {cassette.name for cassette in before}
        unknown += sorted(names - known)
        both = [cassette for cassette in cassettes if cassette.name in known]
        if both:
            compared += sorted(cassette.name for cassette in both)
            changes += _dialect(provider, dialect, both, before, missing)
    return Drift(compared=tuple(compared), changes=tuple(changes), not_looked_at=tuple(missing), new=tuple(unknown))


def _is_expected(scenario: str, chosen: frozenset[str]) -> bool:
    """Return whether a recording of all scenarios, or of the ``chosen`` scenarios, has a cassette of this scenario."""
    return (not chosen or scenario in chosen) and not load_scenario(scenario).fictional


def _names(folder: Path, missing: list[NotLookedAt]) -> Iterator[CassetteName]:
    for name in find(folder):
        if isinstance(name, CassetteName):
            yield name
        else:
            missing.append(NotLookedAt(str(name.path), name.why))
    for path in below(folder, _OTHER_FORMS):
        if isinstance(path, Path):
            missing.append(NotLookedAt(str(path), _NO_CASSETTE))


def _opened(path: Path, missing: list[NotLookedAt]) -> Iterator[Cassette]:
    try:
        yield Cassette(path)
    except CassetteError as error:
        missing.append(NotLookedAt(str(error.path), error.why))


def _dialect(
    provider: str, dialect: str, fresh: list[Cassette], before: list[Cassette], missing: list[NotLookedAt]
) -> Iterator[Change]:
    form = wire_format(provider, dialect)
    owned = owner(dialect) == provider  # a provider that borrows a dialect has no SDK with types of its own
    types = sdk.types(dialect) if owned else None
    if owned and types is None:
        missing.append(NotLookedAt(f"the types of {dialect}", _NO_SDK))
    (now, unread), (then, unread_before) = of(fresh, form, types), of(before, form, types)
    missing += [*unread, *unread_before]
    missing += _cut_short(fresh, before)
    for difference in _refusals(fresh, before):
        yield _make_change(provider, dialect, difference.example.rpartition("/")[2], difference, form.mapping, Shape())
    documented = any(cassette.origin == "documented" for cassette in before)
    for mode, shape in sorted(now.items()):
        if mode not in then:
            continue  # before, the provider refused either all or none: ``_refusals`` reports the change
        changed = _changes(shape, then[mode], form.mapping, documented=documented)
        for difference in sorted(
            changed,
            key=lambda difference: (WEIGHTS.index(difference.weight), difference.pointer, difference.description),
        ):
            yield _make_change(provider, dialect, mode, difference, form.mapping, shape)


def _cut_short(fresh: list[Cassette], before: list[Cassette]) -> Iterator[NotLookedAt]:
    """Yield an entry for each fresh conversation that is shorter than the committed conversation.

    The missing turns cannot be compared.
    """
    were = {cassette.name: len(cassette.exchanges) for cassette in before}
    for cassette in fresh:
        if len(cassette.exchanges) < were[cassette.name]:
            why = f"the conversation ended after {len(cassette.exchanges)} of {were[cassette.name]} turns"
            yield NotLookedAt(str(cassette.name), why)


def _refusals(fresh: list[Cassette], before: list[Cassette]) -> Iterator[_Difference]:
    """Yield a difference for each turn that the provider answered before and refuses now, or refused before and answers
    now.
    """
    were = {cassette.name: cassette for cassette in before}
    for cassette in fresh:
        for n, (now, then) in enumerate(zip(cassette.exchanges, were[cassette.name].exchanges, strict=False)):
            status, was = now.response.status, then.response.status
            if (status >= REFUSED) != (was >= REFUSED):
                message = f"turn {n}: the status is {status}, was {was}"
                yield _Difference(
                    "", message, "breaking", ("provider moved",), f"{cassette.name.scenario}/{cassette.name.mode}"
                )


def _changes(now: Shape, then: Shape, mapping: Mapping, *, documented: bool) -> Iterator[_Difference]:
    yield from _facts(now, then)
    yield from _events(now, then)
    for at, place in now.places.items():
        if at in then.places:
            yield from _keys(at, place, then.places[at], documented=documented)
            yield from _order(at, place, then.places[at])
        elif at.endswith("]"):
            example = next(iter(place.keys.values())).example if place.keys else ""
            yield _Difference(at, "items of this kind are new", "additive", ("provider moved",), example)
    yield from _lost_keys(now, then, documented=documented)
    yield from _words(now, then, mapping)
    yield from _ids(now, then)


def _facts(now: Shape, then: Shape) -> Iterator[_Difference]:
    for what, weight in (("status", "breaking"), ("content type", "breaking"), ("spacing", "cosmetic")):
        for value, example in now.facts[what].items():
            if value not in then.facts[what]:
                was = ", ".join(then.facts[what])
                yield _Difference("", f"{what}: {value}, was {was}", weight, ("provider moved",), example)  # type: ignore[arg-type]


def _events(now: Shape, then: Shape) -> Iterator[_Difference]:
    moved: tuple[Mover, ...] = ("provider moved",)
    for kind in then.kinds:
        lacking = next((case for case, kinds in now.answers.items() if kind not in kinds), None)
        if lacking is not None and all(kind in kinds for kinds in then.answers.values()):
            message = "events of this kind are no longer in every answer"
            yield _Difference(f"{kind}:", message, "breaking", moved, lacking.rpartition("/")[0])
    for kind in now.kinds:
        if kind not in then.kinds:
            yield _Difference(f"{kind}:", "events of this kind are new", "additive", moved, now.kinds[kind])
    for later, other in sorted(now.later - then.later):
        if later in then.kinds and other in then.kinds and (other, later) in then.later:
            message = (
                f"events of this kind came before all events of the kind {other!r}, but now come after some of them"
            )
            yield _Difference(f"{later}:", message, "breaking", moved, now.examples[later, other])


def _keys(at: str, place: Place, before: Place, *, documented: bool) -> Iterator[_Difference]:
    gone = {
        key: was
        for key, was in before.keys.items()
        if was.times == before.times and (key not in place.keys or place.keys[key].times < place.times)
    }
    added = {key: seen for key, seen in place.keys.items() if key not in before.keys}
    for key, held in gone.items():
        lost = key not in place.keys
        new = next((name for name, seen in added.items() if lost and seen.all_types == held.all_types), None)
        movers = _causes_of_missing(key, place, documented)
        if new is not None:
            seen = added.pop(new)
            message = f"{key!r} is now called {new!r}"
            yield _Difference(
                f"{at}/{key}",
                message,
                "breaking",
                _both(movers, _causes_of_new(seen.declared, documented)),
                seen.example,
            )
        else:
            message = "the key is gone" if lost else "the key is no longer always present"
            yield _Difference(f"{at}/{key}", message, "breaking", movers, "")
    for key, seen in added.items():
        message = f"the key is new, of type {' or '.join(sorted(seen.all_types))}"
        yield _Difference(f"{at}/{key}", message, "additive", _causes_of_new(seen.declared, documented), seen.example)
    for key, seen in place.keys.items():
        if key not in before.keys:
            continue
        old = before.keys[key]
        other = seen.types - old.all_types
        if old.echoed:
            other.discard("null")  # the request had no value, so there is none to echo
        if other:
            was = " or ".join(sorted(old.all_types))
            message = f"the type is {' or '.join(sorted(other))}, was {was}"
            yield _Difference(
                f"{at}/{key}",
                message,
                "breaking",
                _causes_of_new(seen.declared and not other & seen.refused, documented),
                seen.example,
            )
        elif seen.declared is False or seen.refused:
            yield _behind(at, key, seen)


def _lost_keys(now: Shape, then: Shape, *, documented: bool) -> Iterator[_Difference]:
    """Yield a difference for each key that only some answers had before, and that no fresh answer has.

    ``now``, ``then``: the shapes of the fresh and of the committed answers. ``documented``: true if the committed
    answers were made from documentation.

    If a key occurred in only a few scenarios, the model may have left it out by chance. So a difference is yielded only
    if the key occurred in at least ``_ENOUGH`` scenarios, and if all of these scenarios were recorded again.
    """
    fresh = {case.partition("/")[0] for case in now.answers}
    for at, scenarios in then.scenarios.items():
        above, _, key = at.rpartition("/")
        if "/" not in at or at in now.scenarios or above not in now.scenarios:
            continue
        before = then.places.get(above)
        always = before is not None and key in before.keys and before.keys[key].times == before.times
        if not always and len(scenarios) >= _ENOUGH and scenarios <= fresh:
            place = now.places.get(above)
            movers: tuple[Mover, ...] = _causes_of_missing(key, place, documented) if place else ("provider moved",)
            message = f"no answer has the key any more: answers to {len(scenarios)} scenarios had it"
            yield _Difference(at, message, "breaking", movers, "")


def _behind(at: str, key: str, seen: Key) -> _Difference:
    message = (
        "the SDK's types lack this key"
        if not seen.declared
        else f"the SDK's types do not allow {', '.join(seen.refused)}"
    )
    return _Difference(f"{at}/{key}", message, "additive", ("SDK is behind",), seen.example)


def _order(at: str, place: Place, before: Place) -> Iterator[_Difference]:
    turned = sorted(pair for pair in place.before if pair[::-1] in before.before and pair not in before.before)
    if turned:
        first, second = turned[0]
        yield _Difference(
            at, f"the order of keys changed: now {first!r} is before {second!r}", "cosmetic", ("provider moved",), ""
        )


def _words(now: Shape, then: Shape, mapping: Mapping) -> Iterator[_Difference]:
    for at, words in now.words.items():
        if at not in then.words:
            continue
        for word, example in words.items():
            if word not in then.words[at] and word not in mapping.finish:
                yield _Difference(at, f"a new value: {word!r}", "breaking", ("provider moved",), example)


def _ids(now: Shape, then: Shape) -> Iterator[_Difference]:
    for at, looks in now.ids.items():
        for look, example in looks.items():
            if at in then.ids and look not in then.ids[at]:
                was = ", ".join(sorted(then.ids[at]))
                yield _Difference(
                    at, f"ids look like {look}, but looked like {was} before", "cosmetic", ("provider moved",), example
                )


def _causes_of_new(declared: bool | None, documented: bool) -> tuple[Mover, ...]:
    """Return the causes of a new key. ``declared``: true if the SDK's types have the key, None if these types are not
    known. ``documented``: true if the committed cassettes were made from documentation.

    Normally the provider changed. If the SDK's types lack the key, the SDK is behind, too. If the SDK's types have the
    key, and our cassettes were made from documentation, only our data are wrong: we overlooked the key.
    """
    if declared is False:
        return ("provider moved", "SDK is behind")
    return ("we are wrong",) if declared and documented else ("provider moved",)


def _causes_of_missing(key: str, place: Place, documented: bool) -> tuple[Mover, ...]:
    """Return the causes of a missing key. ``place``: the observations of the objects that had the key.
    ``documented``: true if the committed cassettes were made from documentation.

    Normally the provider changed. If the SDK's types require the key, the SDK is behind, too. If the SDK's types lack
    the key, and our cassettes were made from documentation, only our cassettes were wrong.
    """
    if place.declared is not None and key not in place.declared and documented:
        return ("we are wrong",)
    return ("provider moved", "SDK is behind") if key in place.required else ("provider moved",)


def _both(movers: tuple[Mover, ...], more: tuple[Mover, ...]) -> tuple[Mover, ...]:
    return tuple(dict.fromkeys((*movers, *more)))


def _make_change(
    provider: str, dialect: str, mode: str, difference: _Difference, mapping: Mapping, shape: Shape
) -> Change:
    plain = re.sub(r"\*\[[^]]*\]", "*", difference.pointer.rpartition(":")[2])
    shown = (
        shape.scenarios.get(difference.pointer) or shape.scenarios.get(difference.pointer.rpartition("/")[0]) or set()
    )
    scenarios = shown or {difference.example.partition("/")[0]} - {""}
    return Change(
        provider=provider,
        dialect=dialect,
        mode=mode,
        pointer=difference.pointer,
        description=difference.description,
        weight=difference.weight,
        movers=difference.movers,
        example=difference.example,
        rules=tuple(_touched(provider, dialect, plain, mapping)) if plain else (),
        cells=tuple(sorted({load_scenario(scenario).capability for scenario in scenarios})),
    )


def _touched(provider: str, dialect: str, at: str, mapping: Mapping) -> Iterator[str]:
    """Yield the ids of the rules, and the names of the canonical fields, that a change at the path ``at`` may affect.

    A rule is affected if it is about answers, and if its parameters name the last key of the path. A field is affected
    if the dialect's mapping has the path for this field.
    """
    key = at.rpartition("/")[2]
    for rule in rules(provider, dialect):
        steps = {step for text in _texts(rule.parameters) for step in text.split("/")}
        if rule.applies_to != "request" and key in steps:
            yield rule.id
    for field, places in {**mapping.stream, **mapping.response}.items():
        if any(re.sub(r"/\d+(?=/|$)", "/*", place) == at for place in places):
            yield f"mapping: {field}"


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from (text for key, inner in value.items() for text in (str(key), *_texts(inner)))
        case list() | tuple():
            yield from (text for inner in value for text in _texts(inner))

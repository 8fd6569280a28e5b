"""Holding fresh answers against the committed ones and the SDK's types, and saying who moved."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from conformance.drift import sdk
from conformance.drift.change import WEIGHTS, Change, Drift, Mover, NotLookedAt, Weight
from conformance.drift.shape import REFUSED, Key, Place, Shape, of
from conformance.recording.cassette import Cassette, CassetteName, find
from conformance.recording.errors import CassetteError
from conformance.scenarios import load as load_scenario
from toolwire.providers import Mapping, owner, rules, wire_format

_NO_SDK: Final = "the official SDK is not installed: pip install 'toolcall-conformance[oracles]'"
_NO_CHANCE: Final = 3
"""In so many scenarios something is not missing because a model chose otherwise."""


class _Said(NamedTuple):
    """A difference, before it is known what it touches."""

    pointer: str
    said: str
    weight: Weight
    movers: tuple[Mover, ...]
    example: str


def drift(fresh: Path, committed: tuple[Path, ...], asked: Iterable[str] = ()) -> Drift:
    """What moved between the cassettes below ``fresh`` and those below ``committed``, and against the SDKs' types.

    ``asked``: the scenarios that were recorded anew; where none is named, all that are committed for a dialect.
    """
    chosen = frozenset(asked)
    missing: list[NotLookedAt] = []
    new: dict[tuple[str, str], list[Cassette]] = defaultdict(list)
    old: dict[tuple[str, str], list[Cassette]] = defaultdict(list)
    for name in _names(fresh, missing):
        if not chosen or name.scenario in chosen:
            new[name.provider, name.dialect] += _opened(name.under(fresh), missing)
    there = sorted({name for folder in committed for name in find(folder) if isinstance(name, CassetteName)})
    for name in there:
        if (name.provider, name.dialect) in new:
            old[name.provider, name.dialect] += _opened(name.among(committed), missing)
    changes: list[Change] = []
    compared: list[CassetteName] = []
    unknown: list[CassetteName] = []
    for (provider, dialect), cassettes in sorted(new.items()):
        names = {cassette.name for cassette in cassettes}
        before = old[provider, dialect]
        due = {one.name for one in before if not chosen or one.name.scenario in chosen}
        missing += [NotLookedAt(str(name), "there is no fresh recording of it") for name in sorted(due - names)]
        known = {one.name for one in before}
        unknown += sorted(names - known)
        both = [cassette for cassette in cassettes if cassette.name in known]
        if both:
            compared += sorted(one.name for one in both)
            changes += _dialect(provider, dialect, both, before, missing)
    return Drift(compared=tuple(compared), changes=tuple(changes), not_looked_at=tuple(missing), new=tuple(unknown))


def _names(folder: Path, missing: list[NotLookedAt]) -> Iterator[CassetteName]:
    for name in find(folder):
        if isinstance(name, CassetteName):
            yield name
        else:
            missing.append(NotLookedAt(str(name.path), name.why))


def _opened(path: Path, missing: list[NotLookedAt]) -> Iterator[Cassette]:
    try:
        yield Cassette(path)
    except CassetteError as error:
        missing.append(NotLookedAt(str(error.path), error.why))


def _dialect(
    provider: str, dialect: str, fresh: list[Cassette], before: list[Cassette], missing: list[NotLookedAt]
) -> Iterator[Change]:
    form = wire_format(provider, dialect)
    owned = owner(dialect) == provider  # who borrows a dialect has no SDK whose types are its own
    types = sdk.types(dialect) if owned else None
    if owned and types is None:
        missing.append(NotLookedAt(f"the types of {dialect}", _NO_SDK))
    (now, unread), (then, unread_before) = of(fresh, form, types), of(before, form, types)
    missing += [*unread, *unread_before]
    missing += _cut_short(fresh, before)
    for said in _outcomes(fresh, before):
        yield _told(provider, dialect, said.example.rpartition("/")[2], said, form.mapping, Shape())
    documented = any(one.origin == "documented" for one in before)
    for mode, shape in sorted(now.items()):
        if mode not in then:
            continue  # it was never refused: that is said above
        changed = _changes(shape, then[mode], form.mapping, documented=documented)
        for said in sorted(changed, key=lambda said: (WEIGHTS.index(said.weight), said.pointer, said.said)):
            yield _told(provider, dialect, mode, said, form.mapping, shape)


def _cut_short(fresh: list[Cassette], before: list[Cassette]) -> Iterator[NotLookedAt]:
    """The conversations that ended earlier than they did: what would have come after is not known."""
    were = {one.name: len(one.exchanges) for one in before}
    for one in fresh:
        if len(one.exchanges) < were[one.name]:
            why = f"its conversation ended after {len(one.exchanges)} of {were[one.name]} turns"
            yield NotLookedAt(str(one.name), why)


def _outcomes(fresh: list[Cassette], before: list[Cassette]) -> Iterator[_Said]:
    """What is refused now and was answered, or the other way round."""
    were = {one.name: one for one in before}
    for one in fresh:
        for n, (now, then) in enumerate(zip(one.exchanges, were[one.name].exchanges, strict=False)):
            status, was = now.response.status, then.response.status
            if (status >= REFUSED) != (was >= REFUSED):
                said = f"turn {n} is answered with {status}, and was with {was}"
                yield _Said("", said, "breaking", ("provider moved",), f"{one.name.scenario}/{one.name.mode}")


def _changes(now: Shape, then: Shape, mapping: Mapping, *, documented: bool) -> Iterator[_Said]:
    yield from _around(now, then)
    yield from _events(now, then)
    for at, place in now.places.items():
        if at in then.places:
            yield from _keys(at, place, then.places[at], documented=documented)
            yield from _order(at, place, then.places[at])
        elif at.endswith("]"):
            example = next(iter(place.keys.values())).example if place.keys else ""
            yield _Said(at, "items of this kind are new", "additive", ("provider moved",), example)
    yield from _nowhere(now, then, documented=documented)
    yield from _words(now, then, mapping)
    yield from _ids(now, then)


def _around(now: Shape, then: Shape) -> Iterator[_Said]:
    for what, weight in (("status", "breaking"), ("content type", "breaking"), ("spacing", "cosmetic")):
        for value, example in now.said[what].items():
            if value not in then.said[what]:
                was = ", ".join(then.said[what])
                yield _Said("", f"{what}: {value}, was {was}", weight, ("provider moved",), example)  # type: ignore[arg-type]


def _events(now: Shape, then: Shape) -> Iterator[_Said]:
    moved: tuple[Mover, ...] = ("provider moved",)
    for kind in then.kinds:
        lacking = next((case for case, kinds in now.answers.items() if kind not in kinds), None)
        if lacking is not None and all(kind in kinds for kinds in then.answers.values()):
            said = "events of this kind no longer come with every answer"
            yield _Said(f"{kind}:", said, "breaking", moved, lacking.rpartition("/")[0])
    for kind in now.kinds:
        if kind not in then.kinds:
            yield _Said(f"{kind}:", "events of this kind are new", "additive", moved, now.kinds[kind])
    for one, other in sorted(now.later - then.later):
        if one in then.kinds and other in then.kinds and (other, one) in then.later:
            said = f"events of this kind came before all of {other!r}, and now after some"
            yield _Said(f"{one}:", said, "breaking", moved, now.examples[one, other])


def _keys(at: str, place: Place, before: Place, *, documented: bool) -> Iterator[_Said]:
    gone = {
        key: was
        for key, was in before.keys.items()
        if was.times == before.times and (key not in place.keys or place.keys[key].times < place.times)
    }
    added = {key: seen for key, seen in place.keys.items() if key not in before.keys}
    for key, held in gone.items():
        lost = key not in place.keys
        new = next((name for name, seen in added.items() if lost and seen.all_types == held.all_types), None)
        movers = _gone(key, place, documented)
        if new is not None:
            seen = added.pop(new)
            said = f"{key!r} is called {new!r} now"
            yield _Said(f"{at}/{key}", said, "breaking", _both(movers, _new(seen.declared, documented)), seen.example)
        else:
            said = "it is gone" if lost else "it is no longer always there"
            yield _Said(f"{at}/{key}", said, "breaking", movers, "")
    for key, seen in added.items():
        said = f"it is new: {' or '.join(sorted(seen.all_types))}"
        yield _Said(f"{at}/{key}", said, "additive", _new(seen.declared, documented), seen.example)
    for key, seen in place.keys.items():
        if key not in before.keys:
            continue
        old = before.keys[key]
        other = seen.types - old.all_types
        if old.echoed:
            other.discard("null")  # nothing was asked, so there is nothing to say again
        if other:
            was = " or ".join(sorted(old.all_types))
            said = f"its type is {' or '.join(sorted(other))}, was {was}"
            yield _Said(
                f"{at}/{key}",
                said,
                "breaking",
                _new(seen.declared and not other & seen.refused, documented),
                seen.example,
            )
        elif seen.declared is False or seen.refused:
            yield _behind(at, key, seen)


def _nowhere(now: Shape, then: Shape, *, documented: bool) -> Iterator[_Said]:
    """What only some answers had, and none has any more, though all that showed it were recorded anew.

    What one model did once, another need not do; what no answer to so many scenarios has is no choice of a model's.
    """
    fresh = {case.partition("/")[0] for case in now.answers}
    for at, scenarios in then.scenarios.items():
        above, _, key = at.rpartition("/")
        if "/" not in at or at in now.scenarios or above not in now.scenarios:
            continue
        before = then.places.get(above)
        always = before is not None and key in before.keys and before.keys[key].times == before.times
        if not always and len(scenarios) >= _NO_CHANCE and scenarios <= fresh:
            place = now.places.get(above)
            movers: tuple[Mover, ...] = _gone(key, place, documented) if place else ("provider moved",)
            said = f"no answer has it any more; those to {len(scenarios)} scenarios had it"
            yield _Said(at, said, "breaking", movers, "")


def _behind(at: str, key: str, seen: Key) -> _Said:
    what = (
        "the SDK's types do not have it" if not seen.declared else f"the SDK's types have no {', '.join(seen.refused)}"
    )
    return _Said(f"{at}/{key}", what, "additive", ("SDK is behind",), seen.example)


def _order(at: str, place: Place, before: Place) -> Iterator[_Said]:
    turned = sorted(pair for pair in place.before if pair[::-1] in before.before and pair not in before.before)
    if turned:
        one, other = turned[0]
        yield _Said(at, f"keys stand in another order: {one!r} before {other!r}", "cosmetic", ("provider moved",), "")


def _words(now: Shape, then: Shape, mapping: Mapping) -> Iterator[_Said]:
    for at, words in now.words.items():
        if at not in then.words:
            continue
        for word, example in words.items():
            if word not in then.words[at] and word not in mapping.finish:
                yield _Said(at, f"a new word: {word!r}", "breaking", ("provider moved",), example)


def _ids(now: Shape, then: Shape) -> Iterator[_Said]:
    for at, looks in now.ids.items():
        for look, example in looks.items():
            if at in then.ids and look not in then.ids[at]:
                was = ", ".join(sorted(then.ids[at]))
                yield _Said(at, f"ids look like {look}, were {was}", "cosmetic", ("provider moved",), example)


def _new(declared: bool | None, documented: bool) -> tuple[Mover, ...]:
    """Who moved where something is new: what the SDK has and our documents lack, we have overlooked."""
    if declared is False:
        return ("provider moved", "SDK is behind")
    return ("we are wrong",) if declared and documented else ("provider moved",)


def _gone(key: str, place: Place, documented: bool) -> tuple[Mover, ...]:
    """Who moved where something is gone: what the SDK never had, our documents had wrongly."""
    if place.declared is not None and key not in place.declared and documented:
        return ("we are wrong",)
    return ("provider moved", "SDK is behind") if key in place.required else ("provider moved",)


def _both(one: tuple[Mover, ...], other: tuple[Mover, ...]) -> tuple[Mover, ...]:
    return tuple(dict.fromkeys((*one, *other)))


def _told(provider: str, dialect: str, mode: str, one: _Said, mapping: Mapping, shape: Shape) -> Change:
    plain = re.sub(r"\*\[[^]]*\]", "*", one.pointer.rpartition(":")[2])
    shown = shape.scenarios.get(one.pointer) or shape.scenarios.get(one.pointer.rpartition("/")[0]) or set()
    scenarios = shown or {one.example.partition("/")[0]} - {""}
    return Change(
        provider=provider,
        dialect=dialect,
        mode=mode,
        pointer=one.pointer,
        said=one.said,
        weight=one.weight,
        movers=one.movers,
        example=one.example,
        rules=tuple(_touched(provider, dialect, plain, mapping)) if plain else (),
        cells=tuple(sorted({load_scenario(scenario).capability for scenario in scenarios})),
    )


def _touched(provider: str, dialect: str, at: str, mapping: Mapping) -> Iterator[str]:
    """The rules whose parameters lead to a place, and the canonical fields that stand there."""
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
            yield from (text for key, item in value.items() for text in (str(key), *_texts(item)))
        case list() | tuple():
            yield from (text for item in value for text in _texts(item))

"""Comparison of the sent schema of a tool's parameters with the user's schema, by meaning.

``compare`` finds arguments that one schema accepts and the other refuses. ``shown`` finds other differences that a
model reads.

Two schemas are the same if they accept the same objects, even if they are spelled differently. Arguments are always
objects, so the root of a schema need not state the type ``object``. Older drafts and OpenAPI 3.0 (``nullable``,
upper-case types) are read by their meaning. Other checks decide whether the dialect accepts such a spelling. As in JSON
Schema 2020-12, the keyword ``format`` refuses nothing.

``Same`` is proven, and every example was validated with both schemas. The search tries values in a fixed order, up to a
fixed number, so that its answer is the same every time.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, Literal, TypeAlias

import msgspec
from jsonschema_rs import ValidationError, ValidationErrorKind

from conformance.judge import arguments
from conformance.judge.schema_meaning.candidates import SIMPLE, Candidates
from conformance.judge.schema_meaning.containment import Prover
from conformance.judge.schema_meaning.forms import Form, shared_form
from conformance.judge.schema_meaning.pair import Pair, Side
from conformance.judge.schema_meaning.places import written
from conformance.judge.schema_meaning.plain import NotComparable, text
from conformance.judge.schema_meaning.shown import Comparison, Shown
from toolwire.model import Json

Kind: TypeAlias = Literal["closed", "property", "required", "null", "type", "values", "bounds", "other"]
"""The reason why an example is refused.

``closed``: a property that neither schema names, at the top level, or in an object whose schema names other properties.
No model that follows the schema writes such a property.
``property``: a property that the other schema names or describes, or any property of an object whose schema names none.
``required``: a property that is missing.
``null``: the value null.
``type``: a value of a wrong type.
``values``: a value that is not listed.
``bounds``: a value outside the limits of length, size or number, or a text that does not match the pattern.
``other``: anything else.
"""


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """An argument object that one of two schemas accepts and the other refuses."""

    value: Json
    keyword: str
    """A pointer to the keyword that refuses the object, in the schema that refuses it."""
    kind: Kind


class Same(msgspec.Struct, frozen=True, tag=True):
    """A proof that both schemas accept the same arguments."""


class Narrower(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A sent schema that refuses arguments which the given schema accepts."""

    refused: tuple[Example, ...]
    form: Form | None
    """The well-known form of schemas that explains the difference (see ``Form``). None if no form explains it."""
    proven: bool
    """True if a proof shows that the sent schema accepts nothing that the given schema refuses.

    If false, the search found no such arguments, but there is no proof.
    """


class Wider(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A sent schema that accepts arguments which the given schema refuses."""

    accepted: tuple[Example, ...]
    form: Form | None
    proven: bool
    """True if a proof shows that the sent schema refuses nothing that the given schema accepts.

    If false, the search found no such arguments, but there is no proof.
    """


class Different(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A sent schema that, compared with the given schema, refuses some arguments and accepts additional arguments."""

    refused: tuple[Example, ...]
    accepted: tuple[Example, ...]
    form: Form | None


class Unknown(msgspec.Struct, frozen=True, tag=True):
    """An unknown difference. No value was found that only one schema accepts, but there is no proof that the schemas
    are the same.
    """

    why: str
    tried: int = 0
    """The number of values that were tried. 0 if the schemas are not comparable, or if no value fits either schema."""


Meaning: TypeAlias = Same | Narrower | Wider | Different | Unknown

_MOST_VALUES: Final = 1000
_MOST_TEXT: Final = 4_000_000
"""The maximum number of characters in all values that are tried."""
_MOST_EXAMPLES: Final = 8
_MOST_SHORTENINGS: Final = 60
_OBJECT: Final[dict[str, Any]] = {"type": "object"}
_LIMITS: Final = (ValidationErrorKind.BacktrackLimitExceeded, ValidationErrorKind.RegexEngineFailure)
"""Errors with which a validator gives up, so that the value is not judged."""
_KINDS: Final[dict[str, Kind]] = {
    "required": "required",
    "dependentRequired": "required",
    "type": "type",
    "enum": "values",
    "pattern": "bounds",
    **{
        f"{end}{of}": "bounds" for end in ("min", "max") for of in ("imum", "Length", "Items", "Properties", "Contains")
    },
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems"), "bounds"),
}


def compare(given: Json, sent: Json) -> Meaning:
    """Compare the user's schema with the sent schema, by the arguments that they accept.

    Return ``Same``, ``Narrower``, ``Wider`` or ``Different``. Return ``Unknown`` if the schemas cannot be compared, or
    if there is neither a proof that they are the same nor an example of a difference.
    """
    try:
        return _compare(given, sent)
    except NotComparable as error:
        why = str(error)
    except RecursionError:
        why = "the schemas are nested too deeply"
    return Same() if _identical(given, sent) else Unknown(why)


def shown(given: Json, sent: Json) -> tuple[Shown, ...] | Unknown:
    """Return those differences, such as descriptions, that a model reads but that do not change the accepted
    arguments. Return ``Unknown`` if the schemas are too large.
    """
    try:
        return Comparison(given, sent).changes()
    except NotComparable as error:
        return Unknown(str(error))
    except RecursionError:
        return Unknown("the schemas are nested too deeply")


def _compare(given: Json, sent: Json) -> Meaning:
    pair = Pair.of(given, sent)
    accepts_no_more = Prover(pair).fit((pair.sent, _OBJECT), (pair.given,))
    refuses_no_more = Prover(pair).fit((pair.given, _OBJECT), (pair.sent,))
    if accepts_no_more and refuses_no_more:
        return Same()
    try:
        search = _Search(pair)
        found = search.examples()
    except ValueError as error:
        raise NotComparable(str(error).partition("\n")[0]) from error
    refused = tuple(
        msgspec.structs.replace(example, keyword=written(sent, example.keyword)) for example in found["sent"]
    )
    accepted = tuple(
        msgspec.structs.replace(example, keyword=written(given, example.keyword)) for example in found["given"]
    )
    if not refused and not accepted:
        if not search.fits:
            return Unknown("found no arguments that either schema accepts")
        why = f"no proof that both accept the same arguments, but both agree on all {search.tried} values tried"
        return Unknown(why, search.tried)
    form = shared_form(given, sent)
    if refused and accepted:
        return Different(refused=refused, accepted=accepted, form=form)
    if refused:
        return Narrower(refused=refused, form=form, proven=accepts_no_more)
    return Wider(accepted=accepted, form=form, proven=refuses_no_more)


def _identical(given: Json, sent: Json) -> bool:
    try:
        return arguments.same(given, sent)
    except RecursionError:
        return False


class _Search:
    """A search for values that only one of two schemas refuses."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self._candidates = Candidates(Prover(pair))
        self._validators = {side: pair.validator_of(side) for side in pair.sides}
        self.tried = 0
        self.fits = False
        """True if a schema accepts any of the values. If both schemas refuse all values, their agreement shows
        nothing.
        """

    def examples(self) -> dict[Side, tuple[Example, ...]]:
        """Return the shortest examples found, by the schema that refuses them. There is one example for each
        keyword.
        """
        shortest: dict[tuple[Side, str], Json] = {}
        mixed: dict[Side, Json] = {}
        seen, size = set[str](), 0
        for value in islice(self._candidates.all(), 4 * _MOST_VALUES):
            written_value = text(value)
            if written_value in seen:
                continue
            size += len(written_value)
            if len(seen) == _MOST_VALUES or size > _MOST_TEXT:
                break
            seen.add(written_value)
            side = self._refusing(value)
            self.fits = self.fits or side is not None or self._validators["given"].is_valid(value)
            if side is None:
                continue
            places = self._places(side, value)
            if len(places) == 1:
                _keep_shorter(shortest, (side, min(places)), value)
            elif places:
                _keep_shorter(mixed, side, value)
        self.tried = len(seen)
        for side, value in mixed.items():
            if not any(other == side for other, _ in shortest):
                shortest[side, min(self._places(side, value))] = value
        found: dict[Side, tuple[Example, ...]] = dict.fromkeys(self._pair.sides, ())
        for (side, place), value in sorted(
            shortest.items(), key=lambda kept: (kept[0][0], len(text(kept[1])), kept[0][1])
        ):
            if len(found[side]) < _MOST_EXAMPLES:
                found[side] += (self._example(side, place, value),)
        return found

    def _refusing(self, value: Json) -> Side | None:
        """Return which schema alone refuses the value: ``given`` or ``sent``.

        None if both schemas accept or refuse the value, or if validation would take too long.
        """
        if self._pair.is_costly(value):
            return None
        given, sent = (self._validators[side].is_valid(value) for side in self._pair.sides)
        return None if given == sent else "sent" if given else "given"

    def _places(self, side: Side, value: Json) -> set[str]:
        """Return pointers to the keywords that refuse a value. Empty if the validator gave up."""
        errors = [*islice(self._validators[side].iter_errors(value), _MOST_EXAMPLES)]
        if any(isinstance(error.kind, _LIMITS) for error in errors):
            return set()
        return {self._pair.place(error.schema_path) for error in errors}

    def _example(self, side: Side, place: str, value: Json) -> Example:
        """Return an example made from a value, without the members that are not needed for the refusal."""
        left = _MOST_SHORTENINGS
        shorter = _shorter(value)
        while left and (candidate := next(shorter, None)) is not None:
            left -= 1
            if self._refusing(candidate) == side and self._places(side, candidate) == {place}:
                value, shorter = candidate, _shorter(candidate)
        errors = self._validators[side].iter_errors(value)
        error = next(error for error in errors if self._pair.place(error.schema_path) == place)
        return Example(value=value, keyword=place, kind=self._kind(side, value, error))

    def _kind(self, side: Side, value: Json, error: ValidationError) -> Kind:
        """Return the reason why a value is refused."""
        keyword = str(error.schema_path[-1]) if error.schema_path else ""
        if keyword in ("additionalProperties", "unevaluatedProperties"):
            return "closed" if self._is_closed(side, value, error) else "property"
        if _at(value, error.instance_path) is None and keyword not in ("required", "not"):
            return "null"
        return _KINDS.get(keyword, "other")

    def _is_closed(self, side: Side, value: Json, error: ValidationError) -> bool:
        """Return whether the schema ``side`` refuses a value because an object in it is closed, while the other schema
        leaves the object open.

        The object must be the root, or its schema must name properties. The closed schema refuses a property that no
        schema names, whatever its value is.
        """
        path = error.instance_path
        match error.kind:
            case ValidationErrorKind.AdditionalProperties(unexpected=names):
                pass
            case ValidationErrorKind.UnevaluatedProperties(unexpected=names):
                pass
            case _:  # the object's schema names no properties at all, or a property is called like the keyword
                inner = _at(value, path)
                names = [*inner] if isinstance(inner, dict) else []
        schema = self._pair.find(error.schema_path[:-1])
        if names != [self._candidates.unnamed] or not (schema.get("properties") or not path):
            return False
        return all(self._refusing(_with(value, [*path, names[0]], simple)) == side for simple in SIMPLE)


def _keep_shorter(kept: dict[Any, Json], key: Any, value: Json) -> None:
    if key not in kept or len(text(value)) < len(text(kept[key])):
        kept[key] = value


def _shorter(value: Json) -> Iterator[Json]:
    """Yield copies of a value, each without a single member or item at any depth. Outer members are removed first."""
    if isinstance(value, dict):
        for name in value:
            yield {other: inner for other, inner in value.items() if other != name}
        for name, inner in value.items():
            yield from (value | {name: shorter} for shorter in _shorter(inner))
    elif isinstance(value, list):
        for n in range(len(value)):
            yield [*value[:n], *value[n + 1 :]]
        for n, inner in enumerate(value):
            yield from ([*value[:n], shorter, *value[n + 1 :]] for shorter in _shorter(inner))


def _at(value: Json, path: list[str | int]) -> Json:
    for step in path:
        value = value[step]
    return value


def _with(value: Json, path: list[str | int], inner: Json) -> Json:
    """Return a copy of ``value`` in which ``inner`` replaces the value at ``path``."""
    if not path:
        return inner
    made: Any = {**value} if isinstance(value, dict) else [*value]
    step = path[0]
    made[step] = _with(made.get(step) if isinstance(made, dict) else made[step], path[1:], inner)
    return made

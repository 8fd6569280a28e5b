"""Operations on objects and their keys."""

from copy import deepcopy

from conformance.judge import arguments
from conformance.judge.equal.operations import in_member, in_object, rename
from conformance.judge.equal.schemas import is_strict
from toolwire.model import Json
from toolwire.providers.equal import ABSENT, Hoist, Ignore, IgnoreAll, IgnoreStrict, Keep, Rename, Unify
from toolwire.wire import exact_json, pointer


@in_object.register
def _(operation: Keep, place: Json) -> None:
    if isinstance(place, dict):
        for key in [key for key in place if key not in operation.keys]:
            del place[key]


@in_object.register
def _(operation: Rename, place: Json) -> None:
    if isinstance(place, dict):
        rename(place, operation.keys)


@in_object.register
def _(operation: IgnoreAll, place: Json) -> None:
    parent, _, key = operation.listed.rpartition("/")
    there_is = _spelled(pointer.values(place, operation.of))
    for around in pointer.values(place, parent):
        if isinstance(around, dict) and all(around.get(name) == value for name, value in operation.where.items()):
            items = around.get(key)
            if isinstance(items, list) and _spelled(items) == there_is:
                del around[key]


def _spelled(values: list[Json]) -> set[str]:
    return {exact_json.dumps(value) for value in values}


@in_member.register
def _(_operation: Ignore, around: dict[str, Json], key: str) -> None:
    del around[key]


@in_member.register
def _(operation: Unify, around: dict[str, Json], key: str) -> None:
    if _is_among(around[key], operation.values):
        if ABSENT in operation.values:
            del around[key]
        else:
            around[key] = deepcopy(operation.values[0])


def _is_among(value: Json, values: tuple[Json, ...]) -> bool:
    if type(value) is str:
        return any(type(equal) is str and equal == value != ABSENT for equal in values)
    return any(type(equal) is not str and arguments.same(equal, value) for equal in values)


@in_member.register
def _(operation: IgnoreStrict, around: dict[str, Json], key: str) -> None:
    if around[key] is True and is_strict(around.get(operation.schema)):
        del around[key]


@in_member.register
def _(operation: Hoist, around: dict[str, Json], key: str) -> None:
    match around[key]:
        case [{"role": "system" | "developer", "content": str(text), **more}, *items] if not more:
            if operation.to not in around:
                around[key], around[operation.to] = items, text

"""Operations on lists and their items. Any other value stays as it is."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import groupby

from conformance.judge.equal.operations import of_value
from toolwire.model import Json
from toolwire.providers.equal import Drop, DropBefore, JoinText, JoinTurns, Merge, Sort, SortRuns, Split, is_among
from toolwire.wire import pointer


@of_value.register
def _(operation: Sort, value: Json) -> Json:
    return sorted(value, key=partial(_place, at=operation.by)) if isinstance(value, list) else value


@of_value.register
def _(operation: SortRuns, value: Json) -> Json:
    if not isinstance(value, list):
        return value
    by = partial(_place, at=operation.by)
    runs = groupby(value, key=lambda item: is_among(item, operation.items))
    return [item for is_run, run in runs for item in (sorted(run, key=by) if is_run else run)]


def _place(item: Json, at: str) -> str:
    return json.dumps(pointer.values(item, at), sort_keys=True, default=str)


@of_value.register
def _(operation: Drop, value: Json) -> Json:
    if not isinstance(value, list):
        return value
    dropped = operation.items
    return [item for item in value if not is_among(item, dropped) or (operation.alone and set(item) != dropped.keys())]


@of_value.register
def _(operation: DropBefore, value: Json) -> Json:
    if not isinstance(value, list):
        return value
    key = operation.within
    for place in range(len(value) - 1, -1, -1):
        item = value[place]
        if not key and is_among(item, operation.items):
            return value[place:]
        if key and isinstance(item, dict) and isinstance(item.get(key), list):
            inner = [n for n, part in enumerate(item[key]) if is_among(part, operation.items)]
            if inner:
                return [{**item, key: item[key][inner[-1] :]}, *value[place + 1 :]]
    return value


@of_value.register
def _(_operation: Split, value: Json) -> Json:
    return [part for item in value for part in _apart(item)] if isinstance(value, list) else value


def _apart(item: Json) -> list[Json]:
    return [{key: value} for key, value in item.items()] if isinstance(item, dict) and item else [item]


@of_value.register
def _(operation: Merge, value: Json) -> Json:
    if not isinstance(value, list):
        return value
    key = operation.key
    parts = [item for item in value if isinstance(item, dict) and item.keys() == {key} and isinstance(item[key], list)]
    if not parts:
        return value
    others = [item for item in value if not any(item is part for part in parts)]
    return [{key: [inner for item in parts for inner in item[key]]}, *others]


@of_value.register
def _(operation: JoinText, value: Json) -> Json:
    return list(_joined(value, operation)) if isinstance(value, list) else value


def _joined(items: list[Json], operation: JoinText) -> Iterator[Json]:
    key = operation.key
    others = {} if operation.type is None else {"type": operation.type}

    def is_piece(item: Json) -> bool:
        return isinstance(item, dict) and isinstance(item.get(key), str) and item == others | {key: item[key]}

    for are_pieces, run in groupby(items, key=is_piece):
        if are_pieces:
            yield others | {key: operation.by.join(item[key] for item in run)}
        else:
            yield from run


@of_value.register
def _(operation: JoinTurns, value: Json) -> Json:
    if not isinstance(value, list):
        return value
    key = operation.key
    turns: list[Json] = []
    for item in value:
        if turns and is_among(item, operation.items) and _are_of_one_turn(turns[-1], item, key):
            turns[-1] = {**turns[-1], key: _parts(turns[-1][key]) + _parts(item[key])}
        else:
            turns.append(item)
    return turns


def _are_of_one_turn(former: Json, latter: Json, key: str) -> bool:
    """Return whether two items have content under ``key``, and are equal in everything else."""
    rest = _without(latter, key)
    return rest is not None and rest == _without(former, key)


def _without(item: Json, key: str) -> Json:
    """Return an item without the content under ``key``. None if the item has no content."""
    if not isinstance(item, dict) or not isinstance(item.get(key), str | list):
        return None
    return {name: value for name, value in item.items() if name != key}


def _parts(content: Json) -> list[Json]:
    return content if isinstance(content, list) else [{"type": "text", "text": content}]

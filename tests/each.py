"""One test of many items: every one of them is tried, and those that fail are named, each with its reason.

A test of its own for every tiny item would cost more than what it looks at.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

import pytest

Test = Callable[..., None]


def each(names: str | tuple[str, ...], items: Iterable[Any], ids: Any = None) -> Callable[[Test], Test]:
    """Call a test with each of the items, as `pytest.mark.parametrize` does, all in one test.

    It fails with an exception group of whatever failed; its message has the names of all these items.
    """
    own = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    listed = [(one,) if len(own) == 1 else tuple(one) for one in items]
    if ids is None or callable(ids):
        named = ["-".join(str((ids or repr)(value))[:100] for value in values) for values in listed]
    else:
        named = [str(name) for name in ids]

    def over(test: Test) -> Test:
        taken = signature(test)

        @wraps(test)
        def every(**fixtures: Any) -> None:
            failed: dict[str, BaseException] = {}
            for place, (name, values) in enumerate(zip(named, listed, strict=True)):
                try:
                    test(**dict(zip(own, values, strict=True)), **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    failed[f"{place} {name}"] = error
                    error.add_note(f"This is {place} {name}")
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(listed)}: {'; '.join(failed)}", [*failed.values()])

        others = [parameter for name, parameter in taken.parameters.items() if name not in own]
        every.__signature__ = taken.replace(parameters=others)  # type: ignore[attr-defined]
        return every

    return over

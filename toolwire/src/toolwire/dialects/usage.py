"""Reading and writing of the object in which a provider reports token counts."""

from collections.abc import Mapping
from typing import Literal

from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import Json, Usage

Names = Mapping[Literal["input", "output", "total"], str]
"""The dialect's key for each token count, such as ``{"input": "prompt_tokens"}``."""


def read(value: Json, where: str, names: Names) -> Usage | None:
    """Return the token counts in ``value``, with its other keys in ``carried``. Return None if ``value`` is not an
    object.
    """
    if not isinstance(value, dict):
        return None
    fields = Fields(value, where)
    return Usage(
        **{f"{kind}_tokens": fields.integer(key) for kind, key in names.items()},
        carried=fields.carried(),
    )


def write(usage: Usage, names: Names) -> dict[str, Json]:
    """Return the dialect's object for token counts, with the unread keys. It has no key for a count that is None."""
    counts = {key: getattr(usage, f"{kind}_tokens") for kind, key in names.items()}
    return with_rest({key: count for key, count in counts.items() if count is not None}, usage.carried)

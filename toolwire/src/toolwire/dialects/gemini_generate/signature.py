"""The thought signature of a part: opaque data that must go back with the same part."""

from typing import Final

from toolwire.dialects.fields import Fields, spelling
from toolwire.model import Carried, Json

KEY: Final = "thoughtSignature"


def read(fields: Fields) -> dict[str, Json]:
    """Return the provider data of a part."""
    text = fields.text(fields.spelled(KEY, "thought_signature"))
    return {} if text is None else {KEY: text}


def write(data: dict[str, Json], carried: Carried | None) -> dict[str, Json]:
    """Return the keys of a part that come from its provider data."""
    return {spelling(carried, KEY): data[KEY]} if KEY in data else {}

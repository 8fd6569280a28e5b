"""The thought signature of a part: opaque data that must go back with the same part."""

from typing import Final

from toolwire.dialects.fields import Fields, spelling
from toolwire.model import Carried, Json

KEY: Final = "thoughtSignature"


def read(fields: Fields) -> dict[str, Json]:
    """Return the provider data with the signature of a part. It is empty if the part has no signature."""
    text = fields.text(fields.spelled(KEY, "thought_signature"))
    return {} if text is None else {KEY: text}


def write(data: dict[str, Json], carried: Carried | None) -> dict[str, Json]:
    """Return the key of a part for the signature in ``data``. Return an empty object if ``data`` has no signature."""
    return {spelling(carried, KEY): data[KEY]} if KEY in data else {}

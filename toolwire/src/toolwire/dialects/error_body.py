"""The error object in a provider's answer."""

from toolwire.model import Json, ProviderError


def provider_error(value: Json, status: int | None, *, kinds: tuple[str, ...] = ("type",)) -> ProviderError:
    """Return the error that a provider's answer describes.

    ``value`` is the object under ``error``, or the whole body. ``kinds`` are the keys that may name the kind of the
    error. The first of these keys with a string is used.
    """
    known = value if isinstance(value, dict) else {}
    message = known.get("message", known.get("Message"))
    words = (known.get(key) for key in kinds)
    return ProviderError(
        message=message if isinstance(message, str) else str(value),
        kind=next((word for word in words if isinstance(word, str)), None),
        code=known.get("code"),
        status=status,
        value=value,
    )

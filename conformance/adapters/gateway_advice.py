"""Advice for a user whose gateway answers its client, but sends no request to the provider."""

from collections import Counter
from typing import Final

from conformance.adapters.gateway import KEY, Gateway

_PATH: Final = "Correct the path in --gateway, or the models in the gateway's settings"
_CLIENT_KEY: Final = "Let the gateway accept the client key {key!r}, or send another key with --gateway-header"
_REQUEST: Final = "Check that the gateway accepts the client key {key!r}, and has the models of {provider}"
_PROVIDER: Final = "The gateway must send requests to http://127.0.0.1:{port}: correct its settings or --upstream-port"
_BY_STATUS: Final = {400: _REQUEST, 401: _CLIENT_KEY, 403: _CLIENT_KEY, 404: _PATH, 405: _PATH, 422: _REQUEST}
"""The advice by the status of the gateway's own answers. With any other status, the gateway probably
cannot reach the provider.
"""
_ENDS: Final = (".", "!", "?")


def advice_of(gateway: Gateway) -> str:
    """Return a text that states the most frequent answer of the gateway itself, and what the user can do.

    The text has only the advice if the gateway itself gave no answer.
    """
    advice, seen = _PROVIDER, ""
    for status, _ in Counter(status for status, _ in gateway.own_answers).most_common(1):
        words = next(words for each, words in gateway.own_answers if each == status)
        answer = ": ".join(filter(None, (str(status), words)))
        seen = f"The gateway itself answers {answer}{'' if answer.endswith(_ENDS) else '.'} "
        advice = _BY_STATUS.get(status, _PROVIDER)
    return seen + advice.format(key=KEY, provider=gateway.provider, port=gateway.port)

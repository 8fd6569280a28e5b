"""Joining of the choices of an answer, for a provider that splits a message into several choices."""

from itertools import chain

import msgspec

from toolwire.model import Response


def one_turn(response: Response) -> Response:
    """Return an answer in OpenAI's form with its choices joined, if the choices have no ``index``.

    Return any other answer unchanged. GitHub Copilot sends answers without ``index``: one choice has the text, and
    another has the calls. Copilot's own client joins them (microsoft/vscode-copilot-chat 31acd00).
    """
    first = response.carried.rest.get("choices") if response.carried else None
    others = [alternative.carried.rest for alternative in response.alternatives if alternative.carried]
    if not first or not others or any("index" in choice for choice in (*first, *others)):
        return response
    finishes = (response.finish, *(alternative.finish for alternative in response.alternatives))
    return msgspec.structs.replace(
        response,
        parts=(*response.parts, *chain.from_iterable(alternative.parts for alternative in response.alternatives)),
        finish=next((finish for finish in finishes if finish.reason != "stop"), response.finish),
        alternatives=(),
    )

"""Choices of one answer that are one turn."""

from itertools import chain

import msgspec

from toolwire.model import Response


def one_turn(response: Response) -> Response:
    """An answer in OpenAI's form whose choices have no ``index``, as one turn; any other as it is.

    GitHub Copilot answers so, with text in one choice, and calls in another; its own client joins them
    (microsoft/vscode-copilot-chat 31acd00).
    """
    first = response.carried.rest.get("choices") if response.carried else None
    others = [one.carried.rest for one in response.alternatives if one.carried]
    if not first or not others or any("index" in choice for choice in (*first, *others)):
        return response
    finishes = (response.finish, *(one.finish for one in response.alternatives))
    return msgspec.structs.replace(
        response,
        parts=(*response.parts, *chain.from_iterable(one.parts for one in response.alternatives)),
        finish=next((one for one in finishes if one.reason != "stop"), response.finish),
        alternatives=(),
    )

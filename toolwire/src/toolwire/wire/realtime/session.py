"""A session of OpenAI's Realtime API: its settings, and the items of its conversation."""

from typing import Any, Final

from toolwire.json_value import Json

_ROOT: Final = "root"
"""The id with which a client puts an item at the beginning of the conversation."""
_COPIED: Final = ("tool_choice", "parallel_tool_calls", "reasoning", "prompt")
"""The settings that have the same form in Responses."""
_ONLY_HERE: Final = ("id", "object", "status")
"""The keys of items that change nothing about what the model is asked."""


class UnknownItem(LookupError):
    """An error for an event that names an item that the conversation does not have. ``str()`` is the id."""


class Session:
    """The settings and the items of a session, which decide what the model is asked. The client's events must be valid
    (``client_events.fault``).
    """

    def __init__(self, model: str) -> None:
        self.settings: dict[str, Any] = {"type": "realtime", "model": model, "output_modalities": ["audio"]}
        """The settings in force. A session answers with sound unless its client asks for text."""
        self._items: list[tuple[str, Json]] = []
        """The items of the conversation in the form of Responses, with their ids."""

    @property
    def last(self) -> str | None:
        """The id of the last item, or None if there are no items."""
        return self._items[-1][0] if self._items else None

    def update(self, settings: dict[str, Any]) -> None:
        """Change the settings that ``settings`` has. The model stays the same."""
        self.settings |= {key: value for key, value in settings.items() if key != "model"}

    def create(self, name: str, item: dict[str, Any], after: str | None = None) -> str | None:
        """Add an item of the client after another item, or at the end. Return the id of the item before it.

        Raises ``UnknownItem`` if there is no item ``after``.
        """
        place = len(self._items) if after is None else 0 if after == _ROOT else self._place(after) + 1
        self._items.insert(place, (name, _as_input(item)))
        return self._items[place - 1][0] if place else None

    def answered(self, name: str, item: Json) -> None:
        """Add an output item of a Responses answer."""
        self._items.append((name, item))

    def delete(self, name: str) -> None:
        """Remove an item. Raises ``UnknownItem``."""
        del self._items[self._place(name)]

    def asks_for_text(self, response: dict[str, Any]) -> bool:
        """Return whether the answer to ``response.create`` has text, not sound."""
        return bool((self.settings | response)["output_modalities"] == ["text"])

    def body(self, response: dict[str, Any]) -> dict[str, Any]:
        """Return the body of a Responses request that asks the model the same as ``response.create``.

        ``response``: the settings of this response. Functions are not strict, because the API has no strict functions.
        The provider stores nothing after the session. Raises ``UnknownItem`` if the input refers to an unknown item.
        """
        asked = self.settings | response
        given = [item for _, item in self._items]
        if "input" in response:
            given = [self._referred(item) for item in response["input"]]
        body: dict[str, Any] = {"model": asked["model"], "input": given, "store": False, "stream": True}
        body |= {key: asked[key] for key in _COPIED if key in asked}
        if asked.get("instructions"):
            body["instructions"] = asked["instructions"]
        if asked.get("tools"):
            body["tools"] = [
                tool | {"strict": False} if tool["type"] == "function" else tool for tool in asked["tools"]
            ]
        if asked.get("max_output_tokens", "inf") != "inf":
            body["max_output_tokens"] = asked["max_output_tokens"]
        return body

    def _referred(self, item: dict[str, Any]) -> Json:
        if item["type"] == "item_reference":
            return self._items[self._place(item["id"])][1]
        return _as_input(item)

    def _place(self, name: str) -> int:
        for place, (known, _) in enumerate(self._items):
            if known == name:
                return place
        raise UnknownItem(name)


def _as_input(item: dict[str, Any]) -> Json:
    """Return an item of the client in the form of Responses."""
    return {key: value for key, value in item.items() if key not in _ONLY_HERE}

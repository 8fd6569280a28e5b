"""A session of OpenAI's Realtime API: its settings, and the items of its conversation."""

from typing import Any, Final

from toolwire.json_value import Json

_ROOT: Final = "root"
"""The id with which a client puts an item at the beginning of the conversation."""
_COPIED: Final = ("tool_choice", "parallel_tool_calls", "reasoning", "prompt")
"""The settings that have the same form in Responses."""
_ONLY_HERE: Final = ("id", "object", "status")
"""The keys of items that Responses does not need, because the model does not see their values."""


class UnknownItem(LookupError):
    """An error for an event with the id of an item that is not in the conversation. ``str()`` is the id."""


class Session:
    """The settings and the items of a session. ``body`` makes the request for an answer from them.

    The client's events must be valid, as ``client_events.fault`` checks.
    """

    def __init__(self, model: str) -> None:
        self.settings: dict[str, Any] = {"type": "realtime", "model": model, "output_modalities": ["audio"]}
        """The settings in force. A session answers with text if its client asks for text, and with sound otherwise."""
        self._items: list[tuple[str, Json]] = []
        """The items of the conversation in the form of Responses, with their ids."""

    @property
    def last(self) -> str | None:
        """The id of the last item, or None if there are no items."""
        return self._items[-1][0] if self._items else None

    def update(self, settings: dict[str, Any]) -> None:
        """Replace the settings whose keys are in ``settings``. The model stays the same."""
        self.settings |= {key: value for key, value in settings.items() if key != "model"}

    def create(self, name: str, item: dict[str, Any], after: str | None = None) -> str | None:
        """Add an item from the client. Return the id of the item before it; None if it is the first item.

        ``name``: the id of the new item. ``after``: the id of the item before it, ``root`` for the beginning of the
        conversation, or None for its end. Raises ``UnknownItem`` if no item has the id ``after``.
        """
        place = len(self._items) if after is None else 0 if after == _ROOT else self._place(after) + 1
        self._items.insert(place, (name, _as_input(item)))
        return self._items[place - 1][0] if place else None

    def answered(self, name: str, item: Json) -> None:
        """Add an output item of a Responses answer at the end of the conversation. ``name``: the item's id."""
        self._items.append((name, item))

    def delete(self, name: str) -> None:
        """Remove the item with the id ``name``. Raises ``UnknownItem`` if no item has this id."""
        del self._items[self._place(name)]

    def asks_for_text(self, response: dict[str, Any]) -> bool:
        """Return whether the model is to answer ``response.create`` with text, not sound. ``response``: the settings in
        this event.
        """
        return bool((self.settings | response)["output_modalities"] == ["text"])

    def body(self, response: dict[str, Any]) -> dict[str, Any]:
        """Return the body of the Responses request that has the same meaning as a ``response.create`` event.

        ``response``: the settings in this event. Functions are not strict, because the Realtime API has no strict
        functions. ``store`` is false, because the provider stores no session.

        Raises ``UnknownItem`` if ``input`` in the event refers to an unknown item.
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

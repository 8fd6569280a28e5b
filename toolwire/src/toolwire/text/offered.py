"""The tools that were offered, as a grammar asks for them."""

from collections.abc import Mapping, Sequence
from typing import Any

from toolwire.model import Json, Tool, ToolDefinition
from toolwire.text.values import branches, properties, required


class Offered:
    """The functions among some tools, by name."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._schemas: dict[str, Json] = {
            tool.name: tool.parameters for tool in tools if isinstance(tool, ToolDefinition)
        }

    def __bool__(self) -> bool:
        return bool(self._schemas)

    def __contains__(self, name: object) -> bool:
        return name in self._schemas

    def names(self) -> tuple[str, ...]:
        return tuple(self._schemas)

    def schema(self, name: str) -> Json:
        """The JSON Schema of a tool's arguments; None where it has none, or is not offered."""
        return self._schemas.get(name)

    def properties(self, name: str) -> Mapping[str, Any]:
        """The schemas of a tool's arguments by name."""
        schema = self._schemas.get(name)
        return properties(schema, schema)

    def fits(self, name: str, arguments: Json) -> bool:
        """Whether arguments name only what the offered tool declares, and all it requires.

        Asked where nothing but their shape tells a call from an answer in JSON.
        """
        if name not in self._schemas or not isinstance(arguments, dict):
            return False
        schema, known = self._schemas[name], self.properties(name)
        if not isinstance(schema, dict):
            return True
        said = tuple(branches(schema, schema))
        more = any(one.get("additionalProperties") not in (None, False) or "patternProperties" in one for one in said)
        open_ended = more or not any("properties" in one for one in said)
        return (open_ended or arguments.keys() <= known.keys()) and required(schema, schema) <= arguments.keys()

    def only_text(self) -> str | None:
        """The one string that the only tool offered takes; None where there are more of either, or it is no string."""
        if len(self._schemas) != 1:
            return None
        (name,) = self._schemas
        return self.text_of(name)

    def text_of(self, name: str) -> str | None:
        """The one string that a tool takes; None where it takes more, or none."""
        properties = self.properties(name)
        if len(properties) != 1:
            return None
        ((key, schema),) = properties.items()
        return key if isinstance(schema, dict) and schema.get("type") == "string" else None

"""The offered tools, in the form that grammars need."""

from collections.abc import Mapping, Sequence
from typing import Any

from toolwire.model import Json, Tool, own_functions
from toolwire.text.values import branches, properties, required


class Offered:
    """The functions among the offered tools, by name."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._schemas: dict[str, Json] = {tool.name: tool.parameters for tool in own_functions(tools)}

    def __bool__(self) -> bool:
        return bool(self._schemas)

    def __contains__(self, name: object) -> bool:
        return name in self._schemas

    def names(self) -> tuple[str, ...]:
        return tuple(self._schemas)

    def schema(self, name: str) -> Json:
        """Return the JSON Schema of a tool's arguments; None if the tool has no schema or is not offered."""
        return self._schemas.get(name)

    def properties(self, name: str) -> Mapping[str, Any]:
        """Return the schemas of a tool's arguments, by the arguments' names."""
        schema = self._schemas.get(name)
        return properties(schema, schema)

    def fits(self, name: str, arguments: Json) -> bool:
        """Return whether the tool was offered, its schema allows the name of each argument, and each required parameter
        has an argument. The values of the arguments are not checked.

        Some formats need this check, because only the shape of a call distinguishes it from an ordinary answer in JSON.
        """
        if name not in self._schemas or not isinstance(arguments, dict):
            return False
        schema, known = self._schemas[name], self.properties(name)
        if not isinstance(schema, dict):
            return True
        schemas = tuple(branches(schema, schema))
        allows_more = any(
            branch.get("additionalProperties") not in (None, False) or "patternProperties" in branch
            for branch in schemas
        )
        open_ended = allows_more or not any("properties" in branch for branch in schemas)
        return (open_ended or arguments.keys() <= known.keys()) and required(schema, schema) <= arguments.keys()

    def only_text_parameter(self) -> str | None:
        """Return the parameter's name if only one tool is offered and its only parameter is a string; else None."""
        if len(self._schemas) != 1:
            return None
        (name,) = self._schemas
        return self.text_parameter(name)

    def text_parameter(self, name: str) -> str | None:
        """Return the name of a tool's only parameter if the parameter is a string; else None."""
        properties = self.properties(name)
        if len(properties) != 1:
            return None
        ((key, schema),) = properties.items()
        return key if isinstance(schema, dict) and schema.get("type") == "string" else None

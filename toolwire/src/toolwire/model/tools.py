"""Tool definitions and the choice among them."""

from typing import Literal

import msgspec

from toolwire.json_value import Json
from toolwire.model.carried import Carried


class ToolDefinition(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="function"
):
    """A function that the client offers and runs itself."""

    name: str
    description: str | None = None
    parameters: Json = None
    """JSON Schema of the arguments; None if the tool declares no parameters."""
    strict: bool | None = None
    """True if the provider must hold the arguments to the schema. None: the request does not say, and the schema holds
    as it is, so optional parameters stay optional."""
    carried: Carried | None = None


class CustomTool(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="custom"
):
    """A tool that takes free-form text instead of JSON arguments."""

    name: str
    description: str | None = None
    format: Json = None
    """The form of the text, in the provider's words; None for any text."""
    carried: Carried | None = None


class ProviderTool(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="provider"
):
    """A tool of the provider's own (search, code execution ...): kept whole, never run by the client."""

    kind: str
    """The provider's name for it."""
    name: str | None = None
    value: Json = None
    """The wire object."""


Tool = ToolDefinition | CustomTool | ProviderTool

ChoiceMode = Literal["auto", "none", "required", "named", "allowed", "provider"]


class ToolChoice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The tools that the model may or must call."""

    mode: ChoiceMode
    """``named``: exactly the one in ``names``; ``allowed``: only those in ``names``; ``provider``: a choice of the
    provider's own, kept in ``raw``."""
    names: tuple[str, ...] = ()
    must_call: bool = False
    """With ``allowed``: True if one of them must be called."""
    raw: Json = None
    """The provider's word, if several mean the same; ignored once it no longer means ``mode``."""
    carried: Carried | None = None

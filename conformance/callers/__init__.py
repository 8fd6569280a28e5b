"""Callers: the vendors' official SDKs in the client's seat, one module a dialect.

A caller turns a conversation into the SDK's own arguments, lets the SDK send it, and says what the SDK
understood. Recording uses them to make requests that no part of ours has written; the oracle tests use them to
read cassettes. Needs the extra ``oracles``.
"""

from importlib import import_module
from typing import Any

from conformance.callers.caller import Caller, Conversation, Results, Talk, heard
from conformance.callers.modes import Mode

__all__ = ["Caller", "Conversation", "Mode", "Results", "Talk", "caller", "heard"]


def caller(dialect: str) -> Caller:
    """The caller for a dialect. Raises ``ModuleNotFoundError`` where the vendor's SDK is not installed."""
    module: Any = import_module(f"conformance.callers.{dialect}")
    return module  # type: ignore[no-any-return]

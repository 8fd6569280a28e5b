"""Callers: clients that use the vendors' official SDKs. Each dialect has a module.

A caller converts a conversation to the SDK's own arguments, sends it with the SDK, and returns the SDK's reading. The
suite records with callers, so that none of its own code writes the requests. The tests in ``tests/oracles`` read
cassettes with callers. Callers need the extra ``oracles``.
"""

from importlib import import_module
from typing import Any

from conformance.callers.caller import Caller, Conversation, Results, Talk, heard
from conformance.callers.modes import Mode

__all__ = ["Caller", "Conversation", "Mode", "Results", "Talk", "caller", "heard"]


def caller(dialect: str) -> Caller:
    """Return the caller for a dialect. Raises ``ModuleNotFoundError`` if the vendor's SDK is not installed."""
    module: Any = import_module(f"conformance.callers.{dialect}")
    return module  # type: ignore[no-any-return]

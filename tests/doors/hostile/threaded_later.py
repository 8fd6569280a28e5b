"""A right adapter that imports a module with a thread in its first conversation."""

from typing import Any

from conformance.adapters.reference_client import ReferenceClient


class InAConversation(ReferenceClient):
    def converse(self, task: Any) -> Any:
        from .threaded import AtImport

        return AtImport().converse(task)

"""A right adapter whose first conversation imports a module that starts a thread."""

from typing import Any

from conformance.adapters.reference_client import ReferenceClient


class InAConversation(ReferenceClient):
    def converse(self, task: Any) -> Any:
        from .threaded import AtImport

        return AtImport().converse(task)

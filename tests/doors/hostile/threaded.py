"""A right adapter whose module starts a thread at import, and which needs this thread."""

import asyncio
import threading
from typing import Any

from conformance.adapters.reference_client import ReferenceClient

LOOP = asyncio.new_event_loop()
threading.Thread(target=LOOP.run_forever, daemon=True).start()


async def nothing() -> int:
    return 1


class AtImport(ReferenceClient):
    def converse(self, task: Any) -> Any:
        assert asyncio.run_coroutine_threadsafe(nothing(), LOOP).result() == 1
        return super().converse(task)

"""A run of a study. It sends every case to all endpoints, and writes each record as soon as it exists."""

import asyncio
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from itertools import islice
from typing import Final

import msgspec

from conformance.recording.live import GivenUp
from conformance.scenarios import Mode
from conformance.verify.asking import Asking, OverBudget, Unreached
from conformance.verify.budget import Purse, Spent
from conformance.verify.case_set import Case
from conformance.verify.folder import Folder
from conformance.verify.log import Log
from conformance.verify.study import Endpoint
from toolwire.dialects.errors import Inexpressible

_BLOCK: Final = 64
"""The number of requests in a block. All endpoints get a block before any endpoint gets the next block, so that all
endpoints are asked at about the same time."""
_IN_A_ROW: Final = 5
"""The number of consecutive requests that must fail to reach an endpoint before the run gives up this endpoint."""
_Item = tuple[Case, Mode, int]


class Stopped(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a run: the part of the budget that was used, and the endpoints that were given up."""

    spent: Spent
    over_budget: bool
    given_up: dict[str, str]
    """The endpoints that could not be reached, with the reason."""
    hung: frozenset[str]
    """The endpoints that were given up because they did not answer in time."""


Progress = Callable[[str, int], None]
"""A function that gets an endpoint's name and the number of requests that were completed since the last call."""


def run(folder: Folder, progress: Progress) -> Stopped:
    """Send every request of a study that has no record yet. Return the result of the run.

    Raises ``NoKey`` and ``StudyError`` before the first request is sent.
    """
    return asyncio.run(_run(folder, progress))


async def _run(folder: Folder, progress: Progress) -> Stopped:
    purse = Purse(folder.study.budget)
    async with AsyncExitStack() as stack:
        seats: list[_Seat] = []
        for endpoint in folder.study.endpoints:
            asking = await stack.enter_async_context(Asking(endpoint, purse, folder.study.max_output_tokens))
            log = stack.enter_context(folder.log(endpoint.name))
            seats.append(_Seat(endpoint, asking, log, purse, progress))
        writer = stack.enter_context(ThreadPoolExecutor(1))
        order = _order(folder)
        while block := list(islice(order, _BLOCK)):
            await asyncio.gather(*(seat.ask(block, writer) for seat in seats))
            if any(seat.over_budget for seat in seats):
                break
        seals = {seat.endpoint.name: seat.log.sealed for seat in seats}
    folder.seal(seals)
    return Stopped(
        spent=purse.spent,
        over_budget=any(seat.over_budget for seat in seats),
        given_up={seat.endpoint.name: seat.missed for seat in seats if seat.missed and not seat.hangs},
        hung=frozenset(seat.endpoint.name for seat in seats if seat.hangs),
    )


def _order(folder: Folder) -> Iterator[_Item]:
    """Yield the requests, repeat after repeat. Each repeat has its own order, which depends on the seed."""
    for repeat in range(folder.study.repeats):
        items = [(case, mode, repeat) for case in folder.cases for mode in folder.study.modes]
        random.Random(f"{folder.study.seed}/{repeat}").shuffle(items)
        yield from items


class _Seat:
    """An endpoint in a run, with its client and its log."""

    def __init__(self, endpoint: Endpoint, asking: Asking, log: Log, purse: Purse, progress: Progress) -> None:
        self.endpoint = endpoint
        self.log = log
        self.over_budget = False
        self.given_up = ""
        self.hangs = False
        self._asking = asking
        self._progress = progress
        self._missed = 0
        self._why = ""
        self._free = asyncio.Semaphore(endpoint.concurrency)
        self._done: set[tuple[str, str, int]] = set()
        for record in log.kept():
            self._done.add((record.case, record.mode, record.repeat))
            purse.add(endpoint, 1 + len(record.faults) + record.waits, record.tokens)
        progress(endpoint.name, len(self._done))

    @property
    def missed(self) -> str:
        """The reason why the endpoint was given up or was never reached. It is "" if the endpoint answers."""
        return self.given_up or (self._why if not self.log.sealed.lines else "")

    async def ask(self, block: list[_Item], writer: ThreadPoolExecutor) -> None:
        """Send the requests in ``block`` that have no record yet. Threads of ``writer`` append their records to the
        log.
        """
        await asyncio.gather(
            *(self._one(*item, writer) for item in block if (item[0].id, item[1], item[2]) not in self._done)
        )

    async def _one(self, case: Case, mode: Mode, repeat: int, writer: ThreadPoolExecutor) -> None:
        async with self._free:
            if self.over_budget or self.given_up:
                return
            try:
                record = await self._asking.ask(case, mode, repeat)
            except OverBudget:
                self.over_budget = True
            except Unreached as error:
                self._missed += 1
                self._why = str(error)
                if self._missed == _IN_A_ROW:
                    self.given_up = str(error)
            except GivenUp as error:
                self.hangs = True
                self.given_up = str(error)
            except Inexpressible:
                self._progress(self.endpoint.name, 1)
            else:
                self._missed = 0
                await asyncio.get_running_loop().run_in_executor(writer, self.log.append, record)
                self._progress(self.endpoint.name, 1)

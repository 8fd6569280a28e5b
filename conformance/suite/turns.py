"""Conversations that are held turn by turn, so that an adapter can hold several conversations at the same time."""

from collections.abc import Generator
from typing import TypeAlias

from conformance.judge.trial import Trial

Turns: TypeAlias = Generator[None, None, tuple[Trial, ...]]
"""A generator that holds a conversation. It pauses after each turn, and at its end it returns a trial for each played
exchange: the exchange, and what the adapter did in it.
"""


def together(judged: Turns, *beside: Turns, at_once: bool = True) -> tuple[Trial, ...]:
    """Hold the conversations ``judged`` and ``beside`` at the same time, and return the trials of ``judged``.

    In each round, every conversation in ``beside`` runs for a turn, and then ``judged`` runs for a turn. With
    ``at_once`` false, each conversation in ``beside`` runs to its end before ``judged`` begins.
    """
    try:
        for other in beside if not at_once else ():
            for _ in other:
                pass
        while True:
            for other in beside:
                next(other, None)
            next(judged)
    except StopIteration as ended:
        trials: tuple[Trial, ...] = ended.value
        return trials
    finally:
        for conversation in (judged, *beside):
            conversation.close()

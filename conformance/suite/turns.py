"""Conversations turn by turn, so that an adapter can hold several at once."""

from collections.abc import Generator
from typing import TypeAlias

from conformance.judge.trial import Trial

Turns: TypeAlias = Generator[None, None, tuple[Trial, ...]]
"""A conversation that pauses between its turns. Its trials are what it returns."""


def together(judged: Turns, *beside: Turns, at_once: bool = True) -> tuple[Trial, ...]:
    """Hold a conversation, and others at the same time; give its trials.

    Each turn of another comes before the same turn of the one that is judged. Without ``at_once`` the others are held
    before it, each to its end.
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

"""Transforms of recorded bytes.

A provider that borrows a dialect may differ from the dialect's owner. A transform makes such a difference in the
owner's recordings. In YAML files, a transform is an object: its key ``do`` has the transform's name, and its other keys
have the parameters. A transform depends only on the bytes, so it works for any provider.
"""

from conformance.mutants.answer import Answer, read, write
from conformance.mutants.chunks import EmptyArguments, Usage, WholeCalls
from conformance.mutants.framing import AwsFrames, Comments, Done, DropEvents, Late, NoEventLines, Prepend
from conformance.mutants.ids import CallIds, Ids, IdsAnew, renamed
from conformance.mutants.keys import Key, Place, Shift
from conformance.mutants.requests import Address

Change = (
    AwsFrames | Comments | Done | DropEvents | EmptyArguments | IdsAnew | Key | Late | NoEventLines | Place | Prepend
    | Shift | Usage | WholeCalls
)  # fmt: skip
"""A transform of a single answer."""
Rename = CallIds | Ids
"""A transform of the ids of a conversation."""
Transform = Change | Rename | Address

__all__ = [
    "Address", "Answer", "AwsFrames", "CallIds", "Change", "Comments", "Done", "DropEvents", "EmptyArguments",
    "Ids", "IdsAnew", "Key", "Late", "NoEventLines", "Place", "Prepend", "Rename", "Shift", "Transform", "Usage",
    "WholeCalls", "read", "renamed", "write",
]  # fmt: skip

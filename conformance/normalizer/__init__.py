"""The reference normalizer: every dialect to the canonical form and back."""

from conformance.normalizer.stream import ResponseStream
from conformance.wire.limits import Limits

__all__ = ["Limits", "ResponseStream"]

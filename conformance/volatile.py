"""The keys of values that differ in every answer, even if the model answers in the same way."""

import re
from typing import Final

from toolwire.json_value import Json

_IDS: Final = re.compile(r"(?:^|[_-])id$|[a-z]Id$|^system_fingerprint$")
TIMES: Final = frozenset(
    {
        "created", "created_at", "completed_at", "createTime", "expires_at", "latencyMs",
        "total_duration", "load_duration", "prompt_eval_duration", "eval_duration",
        "prompt_ms", "predicted_ms", "prompt_per_token_ms", "predicted_per_token_ms", "prompt_per_second",
        "predicted_per_second", "ttft_ms", "gen_ms",
    }
)  # fmt: skip
"""The keys of times, durations and speeds."""
PADDINGS: Final = frozenset({"obfuscation", "p"})
"""The keys of padding, which hides the size of a chunk from eavesdroppers."""
SEALS: Final = frozenset(
    {"signature", "encrypted_content", "thoughtSignature", "thought_signature", "encrypted_index", "redactedContent"}
)
"""The keys of data that only the provider can read."""
COUNTS: Final = frozenset({"usage", "usageMetadata", "timings", "prompt_eval_count", "eval_count"})
"""The keys of token counts and timings, which depend on the provider's cache."""

ARGUMENTS: Final = frozenset({"arguments", "args", "input", "parameters"})


def is_arguments(key: str, value: Json) -> bool:
    """Return whether ``value``, which is under ``key``, is an object with the arguments of a call. The model writes
    arguments, not the provider.
    """
    return key in ARGUMENTS and isinstance(value, dict)


def is_id(key: str) -> bool:
    """Return whether a key names an id, such as ``call_id``."""
    return _IDS.search(key) is not None

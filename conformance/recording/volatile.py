"""What differs from one answer to the next though nothing has changed, by the keys that dialects have for it."""

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
"""Times, and how long something took."""
PADDINGS: Final = frozenset({"obfuscation", "p"})
"""What hides the size of a piece from those who watch the line."""
SEALS: Final = frozenset(
    {"signature", "encrypted_content", "thoughtSignature", "thought_signature", "encrypted_index", "redactedContent"}
)
"""What only the provider can open."""
COUNTS: Final = frozenset({"usage", "usageMetadata", "timings", "prompt_eval_count", "eval_count"})
"""What an answer cost: a cache changes it."""

ARGUMENTS: Final = frozenset({"arguments", "args", "input", "parameters"})


def is_arguments(key: str, value: Json) -> bool:
    """Whether a key's value is what a model wrote for a tool: nothing in it is the provider's."""
    return key in ARGUMENTS and isinstance(value, dict)


def is_id(key: str) -> bool:
    """Whether an id stands under a key."""
    return _IDS.search(key) is not None

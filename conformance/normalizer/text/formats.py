"""All text formats."""

from conformance.normalizer.text.deepseek import DEEPSEEK_V3, DEEPSEEK_V4, DEEPSEEK_V31, DEEPSEEK_V32, DEEPSEEK_V41
from conformance.normalizer.text.format import TextFormat
from conformance.normalizer.text.glm import GLM
from conformance.normalizer.text.hermes import HERMES
from conformance.normalizer.text.kimi import KIMI_K2, KIMI_K3
from conformance.normalizer.text.minimax import MINIMAX_M2, MINIMAX_M3
from conformance.normalizer.text.mistral import MISTRAL
from conformance.normalizer.text.qwen3_coder import QWEN3_CODER

FORMATS: tuple[TextFormat, ...] = (
    HERMES,
    QWEN3_CODER,
    MISTRAL,
    DEEPSEEK_V3,
    DEEPSEEK_V31,
    DEEPSEEK_V32,
    DEEPSEEK_V4,
    DEEPSEEK_V41,
    GLM,
    KIMI_K2,
    KIMI_K3,
    MINIMAX_M2,
    MINIMAX_M3,
)

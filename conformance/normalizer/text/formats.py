"""All text formats."""

from conformance.normalizer.text.claude import CLAUDE
from conformance.normalizer.text.deepseek import DEEPSEEK_V3, DEEPSEEK_V4, DEEPSEEK_V31, DEEPSEEK_V32, DEEPSEEK_V41
from conformance.normalizer.text.fenced_json import FENCED_JSON
from conformance.normalizer.text.format import TextFormat
from conformance.normalizer.text.function_call import FUNCTION_CALL
from conformance.normalizer.text.gemma import FUNCTION_GEMMA, GEMMA4
from conformance.normalizer.text.glm import GLM
from conformance.normalizer.text.harmony import HARMONY
from conformance.normalizer.text.hermes import HERMES
from conformance.normalizer.text.json_lists import COHERE, GRANITE, GRANITE_20B, PHI4, SENTINEL
from conformance.normalizer.text.kimi import KIMI_K2, KIMI_K3
from conformance.normalizer.text.llama3_json import LLAMA3_JSON
from conformance.normalizer.text.minimax import MINIMAX_M2, MINIMAX_M3
from conformance.normalizer.text.mistral import MISTRAL
from conformance.normalizer.text.pythonic import PYTHONIC
from conformance.normalizer.text.qwen3_coder import QWEN3_CODER
from conformance.normalizer.text.react import REACT
from conformance.normalizer.text.tool_xml import TOOL_XML
from conformance.normalizer.text.xai import XAI

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
    HARMONY,
    LLAMA3_JSON,
    PYTHONIC,
    GRANITE,
    GRANITE_20B,
    PHI4,
    GEMMA4,
    FUNCTION_GEMMA,
    COHERE,
    CLAUDE,
    XAI,
    TOOL_XML,
    FENCED_JSON,
    SENTINEL,
    REACT,
    FUNCTION_CALL,
)

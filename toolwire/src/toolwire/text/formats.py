"""All text formats."""

from toolwire.text.claude import CLAUDE
from toolwire.text.deepseek import DEEPSEEK_V3, DEEPSEEK_V4, DEEPSEEK_V31, DEEPSEEK_V32, DEEPSEEK_V41
from toolwire.text.fenced_json import FENCED_JSON
from toolwire.text.format import TextFormat
from toolwire.text.function_call import FUNCTION_CALL
from toolwire.text.gemma import FUNCTION_GEMMA, GEMMA4
from toolwire.text.glm import GLM
from toolwire.text.harmony import HARMONY
from toolwire.text.hermes import HERMES
from toolwire.text.json_lists import COHERE, GRANITE, GRANITE_20B, PHI4, SENTINEL
from toolwire.text.kimi import KIMI_K2, KIMI_K3
from toolwire.text.llama3_json import LLAMA3_JSON
from toolwire.text.minimax import MINIMAX_M2, MINIMAX_M3
from toolwire.text.mistral import MISTRAL
from toolwire.text.pythonic import PYTHONIC
from toolwire.text.qwen3_coder import QWEN3_CODER
from toolwire.text.react import REACT
from toolwire.text.tool_xml import TOOL_XML
from toolwire.text.xai import XAI

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

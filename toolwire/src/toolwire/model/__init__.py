"""The canonical vocabulary: a provider-neutral form of requests, responses and stream events.

All types here are frozen structs. ``fresh`` removes what was carried from a wire.
"""

from toolwire.json_value import Json
from toolwire.model.builtin import to_builtins
from toolwire.model.carried import Carried
from toolwire.model.events import (
    ArgumentsDelta,
    CallFinished,
    CallStarted,
    Event,
    Failed,
    Finished,
    Malformed,
    PartData,
    ReasoningDelta,
    RefusalDelta,
    ResponseData,
    Started,
    TextDelta,
    UsageReported,
    WholePart,
)
from toolwire.model.expected import Expected, ExpectedCall
from toolwire.model.faults import faults
from toolwire.model.messages import Message, Request, Role
from toolwire.model.parts import (
    Arguments,
    ArgumentsForm,
    Audio,
    File,
    Image,
    Part,
    ProviderPart,
    Reasoning,
    Refusal,
    ResultPart,
    Text,
    ToolCall,
    ToolResult,
    Unknown,
    Video,
)
from toolwire.model.responses import Candidate, Finish, FinishReason, ProviderError, Response, Usage
from toolwire.model.tools import ChoiceMode, CustomTool, ProviderTool, Tool, ToolChoice, ToolDefinition
from toolwire.model.walk import fresh, own, walk

__all__ = [
    "Arguments",
    "ArgumentsDelta",
    "ArgumentsForm",
    "Audio",
    "CallFinished",
    "CallStarted",
    "Candidate",
    "Carried",
    "ChoiceMode",
    "CustomTool",
    "Event",
    "Expected",
    "ExpectedCall",
    "Failed",
    "File",
    "Finish",
    "FinishReason",
    "Finished",
    "Image",
    "Json",
    "Malformed",
    "Message",
    "Part",
    "PartData",
    "ProviderError",
    "ProviderPart",
    "ProviderTool",
    "Reasoning",
    "ReasoningDelta",
    "Refusal",
    "RefusalDelta",
    "Request",
    "Response",
    "ResponseData",
    "ResultPart",
    "Role",
    "Started",
    "Text",
    "TextDelta",
    "Tool",
    "ToolCall",
    "ToolChoice",
    "ToolDefinition",
    "ToolResult",
    "Unknown",
    "Usage",
    "UsageReported",
    "Video",
    "WholePart",
    "faults",
    "fresh",
    "own",
    "to_builtins",
    "walk",
]

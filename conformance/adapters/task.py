"""The task of a case, for wire adapters."""

from conformance.adapters.wire import Task
from conformance.callers import Mode
from conformance.recording.case import Case
from toolwire.model import Request, own


def task_of(case: Case, request: Request, base_url: str, api_key: str, mode: Mode = "sync") -> Task:
    """Return the task that plays a case with an adapter.

    ``request``: the first request. ``base_url``: the address at which the adapter finds the provider.
    """
    return Task(
        provider=case.name.provider,
        dialect=case.name.dialect,
        base_url=base_url,
        api_key=api_key,
        model=request.model or "",
        messages=own(request.messages),  # some libraries change the messages that they get
        tools=own(request.tools),
        tool_choice=request.tool_choice,
        parallel_tool_calls=request.parallel_tool_calls,
        stream=request.stream,
        mode=mode,
        max_output_tokens=request.max_output_tokens,
        reasoning=case.scenario.reasoning,
        stored=case.scenario.stored,
        conversation=case.scenario.conversation,
        compaction=case.scenario.compaction,
        stream_arguments=case.scenario.stream_arguments,
        background=case.scenario.background,
    )

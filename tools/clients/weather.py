"""The tool that the agents in Python offer. The agents send the docstring of the function as its description."""


def get_weather(city: str, days: int = 1) -> str:
    """Current weather in a city.

    Args:
        city: Name of the city.
        days: Number of days.

    """
    return f"{city}: rain for {days} days"

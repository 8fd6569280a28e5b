"""All text formats."""

from conformance.normalizer.text.format import TextFormat
from conformance.normalizer.text.hermes import HERMES
from conformance.normalizer.text.mistral import MISTRAL

FORMATS: tuple[TextFormat, ...] = (HERMES, MISTRAL)

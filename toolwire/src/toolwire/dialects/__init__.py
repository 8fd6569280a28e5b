"""The dialects, one package each, and what they share: request, response, stream and writer of each wire format."""

"""The reference normalizer: every dialect to the canonical form and back."""

"""The error for proofs that cannot be read or annotated."""

_MAX_LENGTH = 120


class UnreadableProof(ValueError):
    """A proof cannot be read or annotated; the message follows the name of the file."""


def message_of(error: Exception) -> str:
    """Return the message of `error` in one line, at most 120 characters, or that the file may be damaged."""
    return " ".join(str(error).split())[:_MAX_LENGTH] or "it may be damaged"

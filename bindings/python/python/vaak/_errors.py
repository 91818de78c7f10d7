"""The exceptions of the package."""

from __future__ import annotations


class Error(Exception):
    """Any error of Vaak but a file that cannot be read, which is an OSError. Its words name the field and the allowed values."""


class SettingError(Error, ValueError):
    """A setting is unknown or out of its range: correct the call."""

    field: str
    """The name of the setting, such as `"speed"`."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message, field)
        self.field = field

    def __str__(self) -> str:
        return str(self.args[0])


class LexiconError(Error, ValueError):
    """An entry of a lexicon is wrong."""

    line: int
    """The line of the file, or the number of the row, counted from 1."""
    field: str | None
    """`"word"`, `"language"` or `"reading"`; None if it is not one of them."""

    def __init__(self, message: str, line: int, field: str | None) -> None:
        super().__init__(message, line, field)
        self.line = line
        self.field = field

    def __str__(self) -> str:
        return str(self.args[0])


class SsmlError(Error, ValueError):
    """A document is no SSML, or has what is not supported."""

    line: int
    """The line of the fault, counted from 1."""
    column: int
    """The character in that line, counted from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message, line, column)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])


class LimitError(Error, ValueError):
    """A lexicon or a document is too large."""


class TurnOverError(Error, RuntimeError):
    """The turn was closed or cancelled and takes no more text: open another."""


class VoiceError(Error, RuntimeError):
    """A voice bundle is missing, damaged, or failed."""

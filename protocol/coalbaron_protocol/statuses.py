"""How a command of the program ends, as a shell sees it; 0 is well."""

from __future__ import annotations

from typing import Final

FAILED: Final = 1
"""It could not be done to the end, its line says why; or nobody reads what is said."""
WRONG: Final = 2
"""What was asked for makes no sense, or what it needs is not installed."""
INTERRUPTED: Final = 130
"""What a shell expects of a program that Ctrl-C ended."""

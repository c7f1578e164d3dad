"""``coalbaron-engine``: without arguments the line protocol, with arguments one command.

This module imports next to nothing, so that Ctrl-C ends the program quietly from its first line on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from coalbaron_protocol.interrupts import leave_at_interrupt, raise_at_interrupt

GREETING = "Coal Baron engine: type help or quit. For people: coalbaron-engine --help"


def main(arguments: Sequence[str] | None = None) -> int:
    """Speak the protocol, or follow the arguments; return the exit status."""
    leave_at_interrupt()
    from coalbaron_protocol import statuses  # noqa: PLC0415 - after the guard

    if sys.stderr is None:
        # Closed by our caller: complaints and progress go nowhere.
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    try:
        status = _run(sys.argv[1:] if arguments is None else list(arguments))
        return statuses.finish_output(status)
    except BrokenPipeError:
        # As in `match | head`: there is no reader, also of complaints.
        statuses.drop_output()
        return statuses.FAILED
    except OSError as error:
        # A full disk where the output goes, say; commands explain what is wrong with their files.
        print(f"coalbaron-engine: {error}", file=sys.stderr)
        statuses.drop_output()
        return statuses.FAILED
    except MemoryError as error:
        print(f"coalbaron-engine: {str(error) or 'not enough memory'}", file=sys.stderr)
        statuses.drop_output()
        return statuses.FAILED
    except KeyboardInterrupt:
        return statuses.INTERRUPTED
    finally:
        # What is left is Python's own end, which a Ctrl-C would fill with tracebacks.
        leave_at_interrupt()


def _run(words: list[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:
        from coalbaron_protocol.arguments import make_parser  # noqa: PLC0415 - after the guard
        from coalbaron_protocol.completion import answer_shell  # noqa: PLC0415 - as above

        answer_shell(make_parser(with_serve=True))
    if words:
        from coalbaron_protocol.arguments import run_command  # noqa: PLC0415 - after the guard

        return run_command(words)
    from coalbaron_protocol.conversation import converse  # noqa: PLC0415 - after the guard
    from coalbaron_protocol.streams import input_descriptor, read_lines  # noqa: PLC0415

    raise_at_interrupt()
    descriptor = input_descriptor()
    if descriptor is not None and os.isatty(descriptor) and os.isatty(sys.stdout.fileno()):
        # Somebody sits there, and would see an empty window.
        print(GREETING, flush=True)
    return converse(() if descriptor is None else read_lines(descriptor))


if __name__ == "__main__":
    sys.exit(main())

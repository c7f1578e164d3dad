"""``python -m coalbaron_server``: the service, with the options of ``coalbaron-engine serve``."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Processes that this one starts read this file too, and need no server of their own.
    from coalbaron_server.transport.supervisor import serve

    sys.exit(serve(sys.argv[1:]))

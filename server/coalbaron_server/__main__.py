"""``python -m coalbaron_server``: the service, with the options of ``coalbaron-engine serve``."""

from __future__ import annotations

import sys

from coalbaron_server.serving import serve

if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))

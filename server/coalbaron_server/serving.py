"""The server: sockets, signals, and the way down."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import uvicorn

from coalbaron_server.app import create_app
from coalbaron_server.settings import read_settings


def serve(words: Sequence[str]) -> int:
    """Serve until a signal comes; return the exit status."""
    settings = read_settings(words)
    app = create_app(settings)
    config = uvicorn.Config(app, host=settings.host, port=settings.port, log_level=settings.log)
    uvicorn.Server(config).run()
    return 0


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))

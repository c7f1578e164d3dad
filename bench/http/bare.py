"""What FastAPI costs alone: endpoints that check the same bodies and do nothing.

    python -m bench.http.bare --port 0

They run on the same server, loop and parser as the service, without its middleware.
"""

from __future__ import annotations

import json
import sys

import uvicorn
from fastapi import FastAPI

from coalbaron_server.api.requests import SearchBody, ShownBody
from coalbaron_server.settings import read_settings
from coalbaron_server.transport.sockets import open_socket


def create_bare() -> FastAPI:
    """Return the application."""
    app = FastAPI(docs_url=None, redoc_url=None)

    @app.post("/v1/legal")
    async def legal(body: ShownBody) -> dict[str, bool]:
        return {"moves": bool(body.moves)}

    @app.post("/v1/bestmove")
    async def bestmove(body: SearchBody) -> dict[str, bool]:
        return {"moves": bool(body.moves)}

    return app


def main() -> int:
    """Serve until a signal comes."""
    settings = read_settings(sys.argv[1:], {})
    listener = open_socket(settings.host, settings.port)
    url = f"http://{settings.host}:{listener.getsockname()[1]}"
    print(json.dumps({"message": "listening", "url": url}), file=sys.stderr, flush=True)
    config = uvicorn.Config(create_bare(), log_config=None, access_log=False, lifespan="off")
    uvicorn.Server(config).run(sockets=[listener])
    return 0


if __name__ == "__main__":
    sys.exit(main())

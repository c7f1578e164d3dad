"""The endpoints that play: positions, legal tokens, mining plans, components."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from pydantic import TypeAdapter
from starlette.responses import Response

from coalbaron_fast.games.coalbaron.table import STEPS
from coalbaron_server.answers import PlansAnswer, components_answer, plans_answer
from coalbaron_server.positions import Game, PositionAnswer, begin, check_decision, read_game
from coalbaron_server.problems import Problem
from coalbaron_server.requests import NewBody, PlansBody, PlayBody, ShownBody
from coalbaron_server.search_queue import EngineOptions, Search
from coalbaron_server.service import Shared, answered, worked_out

PLANS_MB: Final = 4
"""Memory for the plans of one request: some 40,000 of them, 50 ms with the interpreter's lock."""

POSITION: Final = TypeAdapter(PositionAnswer)
PLANS: Final = TypeAdapter(PlansAnswer)
COMPONENTS: Final = components_answer()

router: Final = APIRouter(prefix="/v1", tags=["game"])


@router.post("/new", response_model=PositionAnswer)
async def new(body: NewBody) -> Response:
    """Begin a game: the chance of the set-up is drawn, the record begun."""
    game = begin(body.players, body.seed, body.start, body.tags)
    return answered(POSITION, game.answer())


@router.post("/play", response_model=PositionAnswer)
async def play(body: PlayBody, request: Request) -> Response:
    """Play tokens, and chance with `draw`: the position after them, and the events that happened.

    All of them are played or none. `tokens` and `record` of the answer hold everything: they
    are for whoever keeps the game. All else is as `viewer` sees it.
    """

    def work() -> PositionAnswer:
        game = read_game(body)
        game.play(body.tokens, "tokens")
        if body.chance == "draw":
            game.draw(body.seed)
        return game.answer(body.viewer)

    return answered(POSITION, await worked_out(request, work))


@router.post("/legal", response_model=PositionAnswer)
async def legal(body: ShownBody, request: Request) -> Response:
    """Show a position: the table, and every legal token with a sentence.

    In a mining turn these are its work steps, at chance the outcomes with their probabilities.
    """
    answer = await worked_out(request, lambda: read_game(body).answer(body.viewer))
    return answered(POSITION, answer)


@router.post("/plans", response_model=PlansAnswer)
async def plans(body: PlansBody, request: Request, service: Shared) -> Response:
    """Plan a mining turn: where the seat to move can get with its work steps.

    Before a mining turn `space` or `steps` says how many; in one they are those left.
    """
    game = await worked_out(request, lambda: read_game(body))
    seat = check_decision(game.state)
    steps = _steps(game, body)

    def work(_search: Search) -> PlansAnswer:
        try:
            found = game.state.mining_plans(
                steps, seat, dominated=body.dominated, memory_mb=PLANS_MB
            )
        except MemoryError:
            raise Problem("limit", "There are too many plans to list.", "dominated") from None
        return plans_answer(seat, found, body.limit)

    return answered(PLANS, await service.search(request, EngineOptions(), work))


def _steps(game: Game, body: PlansBody) -> int | None:
    """Return the steps to plan with; None for those left in the mining turn."""
    phase = game.state.phase
    if phase not in ("place", "mine"):
        raise Problem("limit", f"There is nothing to mine in phase {phase}.", "position")
    if body.steps is not None or body.space is not None:
        return body.steps if body.space is None else STEPS[body.space]
    if phase == "place":
        raise Problem("limit", "space or steps is needed before a mining turn.", "space")
    return None


@router.get("/components")
async def components() -> dict[str, Any]:
    """List colours, tiles, orders, spaces and rewards: every fact of the game."""
    return COMPONENTS

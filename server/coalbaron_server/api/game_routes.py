"""The endpoints that play: positions, legal tokens, plans, components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Self

from fastapi import APIRouter, Query, Request
from pydantic import TypeAdapter
from starlette.responses import Response

from coalbaron_fast.engine import Stop
from coalbaron_fast.games import DEFAULT, GAMES, Game, load_game
from coalbaron_server.api.histories import HistoryAnswer, tell_history
from coalbaron_server.api.positions import (
    PositionAnswer,
    begin,
    check_decision,
    read_game,
    read_record,
    refusals,
    screen_of,
)
from coalbaron_server.api.problems import Problem
from coalbaron_server.api.requests import (
    GameName,
    HistoryBody,
    NewBody,
    PlansBody,
    PlayBody,
    ShownBody,
)
from coalbaron_server.work.service import Shared, answered

PLANS_MB: Final = 4
"""Memory for the plans of one request: some 40,000 of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAnswer:
    """A game, for clients that begin one; `Game` in coalbaron_fast/games explains the fields."""

    name: str
    title: str
    players: list[int]
    usual_players: int
    draws_order: bool
    options: list[dict[str, Any]]
    units: dict[str, Any]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return what there is to say of a game."""
        return cls(
            name=game.name,
            title=game.title,
            players=list(game.players),
            usual_players=game.usual_players,
            draws_order=game.draws_order,
            options=game.options.tell(),
            units=game.units._asdict(),
        )


POSITION: Final = TypeAdapter(PositionAnswer)
HISTORY: Final = TypeAdapter(HistoryAnswer)
ANYTHING: Final = TypeAdapter[Any](Any)
"""Writes what a game's screen answers, whatever its type."""

router: Final = APIRouter(prefix="/v1", tags=["game"])


@router.post("/new", response_model=PositionAnswer)
async def new(body: NewBody) -> Response:
    """Begin a game: the chance of the set-up is drawn, the record begun."""
    begun = begin(body)
    return answered(POSITION, begun.answer(begun.eyes(body.people)))


@router.post("/play", response_model=PositionAnswer)
async def play(body: PlayBody) -> Response:
    """Play tokens, and chance with `draw`: the position after them, and the events that happened.

    All of them are played or none. `tokens` and `record` of the answer hold everything: they
    are for the client, which keeps the game. All else is as `viewer` sees it, or one of `people`.
    """
    played = read_game(body)
    played.play(body.tokens, "tokens")
    if body.chance == "draw":
        played.draw(body.seed)
    viewer = played.eyes(body.people) if body.viewer is None else body.viewer
    return answered(POSITION, played.answer(viewer))


@router.post("/legal", response_model=PositionAnswer)
async def legal(body: ShownBody) -> Response:
    """Show a position: the table, and every legal token with a sentence.

    Within a turn these are its single steps, at chance the outcomes with their probabilities.
    """
    return answered(POSITION, read_game(body).answer(body.viewer))


@router.post("/history", response_model=HistoryAnswer)
async def history(body: HistoryBody) -> Response:
    """Tell a recorded game turn by turn: who played, and what happened, as `viewer` saw it.

    A long game comes in parts, of `limit` turns at most and often of fewer: `next` of the answer is
    the `start` of the next request.
    """
    game = load_game(body.game)
    played, _ = read_record(game, body.record)
    return answered(HISTORY, tell_history(game, played, body.start, body.limit, body.viewer))


@router.post("/plans", response_class=Response)
async def plans(body: PlansBody, request: Request, service: Shared) -> Response:
    """Plan a turn of many steps: where the seat to move can get with them.

    Before such a turn `space` or `steps` says how many; in one they are those left.
    """
    found = screen_of(load_game(body.game)).plans
    if found is None:
        raise Problem("unsupported", "There are no turns to plan.", "game")
    played = read_game(body)
    seat = check_decision(played.state)

    def work(_stop: Stop) -> Any:  # noqa: ANN401 - of the game's type
        try:
            with refusals(played.game, "position"):
                return found.find(
                    played.state,
                    seat,
                    space=body.space,
                    steps=body.steps,
                    dominated=body.dominated,
                    limit=body.limit,
                    memory_mb=PLANS_MB,
                )
        except MemoryError:
            raise Problem("limit", "There are too many plans to list.", "dominated") from None

    return answered(ANYTHING, await service.work(request, work))


@router.get("/games")
async def games() -> list[GameAnswer]:
    """List the games: who may play, how they may be played, and what their points are."""
    return [GameAnswer.of(load_game(name)) for name in GAMES]


@router.get("/components")
async def components(
    game: Annotated[GameName, Query(description="The game that is played.")] = DEFAULT,
) -> dict[str, Any]:
    """List every fact of the game: what it is played with, and the numbers of its rules."""
    return screen_of(load_game(game)).components()

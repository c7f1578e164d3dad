"""OpenSpiel's face: importing this module registers the games of the engine by their names.

    import pyspiel
    import coalbaron_fast.envs.openspiel

    game = pyspiel.load_game("coalbaron(players=3)")

A sequential game of imperfect information with explicit chance. Actions and chance outcomes are
the game's move codes; `EngineState.position` is the `State` behind them.
A win alone returns 1, a shared win its part, and the returns of all seats sum to 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from coalbaron_fast.envs.rewards import returns_of
from coalbaron_fast.games import CHANCE, DEFAULT, GAMES, Game, Position, load_game
from coalbaron_fast.games.options import OptionValue

__all__ = [
    "CoalBaronGame",
    "CoalBaronState",
    "EngineGame",
    "EngineState",
    "Observer",
    "game_class",
    "game_type",
]

SEEDS: Final = 1 << 53
"""As many worlds can be drawn with one number from 0 to 1."""


def game_type(game: Game, players: int | None = None) -> pyspiel.GameType:
    """Return what OpenSpiel asks of a kind of game, under the game's own name.

    One seat alone wins always: that is no game of zero sum.
    """
    kinds = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=kinds.CONSTANT_SUM if players == 1 else kinds.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game.usual_players, game.options.read()),
    )


def parameters(players: int, options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """Return what a game is loaded with: the number of seats, and a value for each option."""
    return {"players": players, **options}


def chance_codes(game: Game) -> int:
    """Return what all codes of chance are below: OpenSpiel numbers outcomes like actions."""
    codes = [code for code, token in enumerate(game.tokens) if token.startswith(CHANCE)]
    return max(codes, default=-1) + 1


def utility(players: int) -> dict[str, float]:
    """Return the least and the most that a seat wins, and what all win: see `returns_of`."""
    if players == 1:
        return {"min_utility": 1.0, "max_utility": 1.0, "utility_sum": 1.0}
    return {"min_utility": -1.0 / (players - 1), "max_utility": 1.0, "utility_sum": 0.0}


class EngineGame(pyspiel.Game):
    """One of the engine's games for a number of players, as OpenSpiel asks for it.

    A subclass names the game as `plays`, its `game_type` and the class of its nodes.
    """

    plays: Game
    game_type: pyspiel.GameType
    node: type[EngineState]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the game; `params` has `players` and the game's options by their names."""
        given = dict(params or {})
        players = int(given.pop("players", self.plays.usual_players))
        self.plays.check_players(players)
        self.options = self.plays.options.read(given)
        training = self.plays.trained()
        self.longest = training.longest_game(players, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.plays.tokens),
            max_chance_outcomes=chance_codes(self.plays),
            num_players=players,
            **utility(players),
            max_game_length=self.longest[0],
        )
        kind = game_type(self.plays, 1) if players == 1 else self.game_type
        super().__init__(kind, info, parameters(players, self.options))

    def new_initial_state(self) -> EngineState:
        """Return the beginning of a game."""
        return self.node(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance events no game has more of."""
        return self.longest[1]

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Observer:
        """Return what writes the observations or, with perfect recall, information states."""
        return Observer(self, iig_obs_type, params)


class Past(NamedTuple):
    """How the information state of a seat begins; empty except in a world that was drawn."""

    view: str = ""
    tokens: tuple[str, ...] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        return self


class EngineState(pyspiel.State):
    """A node of the game: `position` is the State that all of it is asked of."""

    plays: Game

    def __init__(self, game: EngineGame) -> None:
        super().__init__(game)
        self.position: Position = game.plays.begin(game.num_players(), options=game.options)
        self.past = (Past(),) * game.num_players()

    # -- the tree of the game

    def current_player(self) -> int:
        """Return the seat to decide, or that it is chance's turn, or that the game is over."""
        seat = self.position.turn
        if seat is not None:
            return seat
        over = self.position.is_over
        return int(pyspiel.PlayerId.TERMINAL if over else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.position.legal_codes())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may come and how likely it is."""
        chances = (chance for _, chance in self.position.chance_outcomes())
        return list(zip(self.position.legal_codes(), chances, strict=True))

    def _apply_action(self, action: int) -> None:
        self.position.push_codes([action])

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.plays.tokens[action]

    def returns(self) -> list[float]:
        """Return what every seat has won or lost; zeros before the end."""
        return returns_of(self.position)

    def __str__(self) -> str:
        return self.position.to_text()

    # -- what a seat knows

    def tokens_shown(self, player: int) -> list[str]:
        """Return the tokens that a seat was shown, in the order in which it was shown them."""
        return [*self.past[player].tokens, *self.position.history_seen_by(player)]

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> EngineState:
        """Return a world drawn from what a seat knows, all that agree with it equally likely.

        The seat's own information state stays as it is. How other seats came to know what they
        know in that world is not drawn: their information states begin with their view of it.
        """
        seed = min(int(probability_sampler() * SEEDS), SEEDS - 1)
        world: EngineState = self.get_game().new_initial_state()
        world.position = self.position.sample_world(player, seed)
        world.past = tuple(
            Past(self.past[seat].view, tuple(self.tokens_shown(seat)))
            if seat == player
            else Past(world.position.view(seat).to_text())
            for seat in range(self.num_players())
        )
        return world

    def __deepcopy__(self, memo: dict[int, Any]) -> EngineState:
        copied: EngineState = self.clone()
        return copied


class Observer:
    """Writes what a seat knows into `tensor`, of which the entries of `dict` are parts.

    Without perfect recall that is the game's observation, and the seat's view as text. With it
    come the tokens that the seat was shown, 1 + code each, zeros behind the last one; the text is
    those tokens.
    """

    def __init__(
        self,
        game: EngineGame,
        iig_obs_type: pyspiel.IIGObservationType | None,
        params: Mapping[str, Any] | None,
    ) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; given: {dict(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("what is observed is what one seat knows, public and private")
        self._recalls = kind.perfect_recall
        self._training = game.plays.trained()
        width = self._training.observation_size(game.num_players())
        length = sum(game.longest) if self._recalls else 0
        self.tensor: NDArray[np.float32] = np.zeros(width + length, np.float32)
        self.dict = {"observation": self.tensor[:width]}
        if self._recalls:
            self.dict["shown"] = self.tensor[width:]

    def set_from(self, state: EngineState, player: int) -> None:
        """Write what this seat knows."""
        self._training.observe(state.position, player, self.dict["observation"])
        if self._recalls:
            shown = state.plays.read_words(state.tokens_shown(player))
            codes = [code + 1 for code in shown]
            self.dict["shown"][: len(codes)] = codes
            self.dict["shown"][len(codes) :] = 0

    def string_from(self, state: EngineState, player: int) -> str:
        """Return what this seat knows as text."""
        if self._recalls:
            words = (f"seat {player}", state.past[player].view, *state.tokens_shown(player))
            return " ".join(filter(None, words))
        return state.position.view(player).to_text()


class CoalBaronState(EngineState):
    """A node of Coal Baron."""

    plays = load_game(DEFAULT)


class CoalBaronGame(EngineGame):
    """Coal Baron, `coalbaron` to OpenSpiel."""

    plays = CoalBaronState.plays
    game_type = game_type(plays)
    node = CoalBaronState


def game_class(game: Game) -> type[EngineGame]:
    """Return what OpenSpiel makes another game of."""
    node = type(f"{game.name}State", (EngineState,), {"plays": game, "__doc__": game.title})
    members = {"plays": game, "game_type": game_type(game), "node": node, "__doc__": game.title}
    return type(f"{game.name}Game", (EngineGame,), members)


pyspiel.register_game(CoalBaronGame.game_type, CoalBaronGame)
for other in map(load_game, GAMES):
    if other.name != DEFAULT and other.training is not None:
        pyspiel.register_game(game_type(other), game_class(other))

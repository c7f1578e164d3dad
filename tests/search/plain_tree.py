"""The tree search in plain Python: the statistics of mcts.pyx, without its memory and its speed.

It is written from docs/search.md and holds lists where the search holds arrays. Numbers are the
same to the bit: both add in the same order, and priors are rounded to 32 bits as the search keeps
them.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any, Final, NamedTuple

from coalbaron_fast.search.exponential import exp
from tests.search.ctypes_game import MASK, TO_CHANCE, TO_NOBODY, Rng, mix64
from tests.search.random_game import Table

INNER_TURNS: Final = 32
MOST_TAKEN_IN: Final = 128
SPARE_EDGES: Final = 8
MOST_DEPTH: Final = 64
SOLO_WALKS: Final = 16


def single(number: float) -> float:
    """Round to 32 bits."""
    return ctypes.c_float(number).value


def stream(seed: int, slice_of: int) -> Rng:
    """Return the generator of a try, as rng.pxd seeds it."""
    number = (slice_of * 0xD1342543DE82EF95 + 0x2545F4914F6CDD1D) & MASK
    return Rng(mix64((seed + 0x9E3779B97F4A7C15) & MASK) ^ mix64(number))


class Edge:
    """A turn and what it has brought."""

    def __init__(self, codes: list[int], prior: float) -> None:
        self.codes = codes
        self.prior = single(prior)
        self.visits = self.seen = 0
        self.utility = 0.0
        # Where its seat mixes.
        self.regret = self.share = self.learnt = 0.0
        self.lessons = 0
        self.after: list[Node] = []
        # At the root.
        self.squares = 0.0
        self.win, self.win_squares = [0.0] * 4, [0.0] * 4
        self.points, self.points_squares = [0.0] * 4, [0.0] * 4
        self.variance = [0.0] * 4


class Node:
    """What a seat can decide, as far as it knows where it is."""

    def __init__(self, seat: int, information: int, edges: list[Edge]) -> None:
        self.seat, self.information, self.edges = seat, information, edges
        self.room = len(edges)
        self.visits = 0
        self.utility = self.squares = 0.0
        self.after_unseen: list[Node] = []


class Mixture(NamedTuple):
    """What a seat played that mixes: the edge drawn, among which ones, with which shares."""

    edge: Edge
    edges: list[Edge]
    shares: list[float]
    chance: float
    tried: bool


class PlainTree:
    """A search of one position; `rooms` are the nodes and edges that the memory holds."""

    def __init__(
        self,
        table: Table,
        seat: int,
        seed: int,
        params: dict[str, Any],
        *,
        rooms: tuple[int, int] = (1 << 30, 1 << 30),
        even: bool = False,
    ) -> None:
        self.params, self.seed, self.even = params, seed, even
        self.node_room, self.edge_room = rooms
        self.node_count = self.edge_count = self.listed = self.deepest = 0
        self.view = table.copy()
        self.view.hide_from(seat)
        self.players = table.players
        root = self.expand(self.view)
        assert root is not None
        self.root = root
        self.walks = 0
        self.mixes = bool(params["mixing"]) and not even and self.view.unseen()
        self.par = 0.0
        if self.players == 1:
            self.par = self.expected_alone()

    def narrow(self, allowed: list[list[int]] | None, asked: list[list[int]]) -> None:
        """Keep what is allowed at the root, and add what is asked for as the least likely."""
        edges, least = self.root.edges, self.root.edges[-1].prior
        if allowed is not None:
            edges = [edge for edge in edges if edge.codes in allowed]
        edges += [Edge(codes, least) for codes in asked]
        total = 0.0
        for edge in edges:
            total += edge.prior
        for edge in edges:
            edge.prior = single(edge.prior / total)
        self.root.edges = edges
        self.edge_count = len(edges)

    # -- what looks right

    def list_turns(self, world: Table) -> list[tuple[list[int], float]]:
        offered = world.offered()
        self.listed += len(offered)
        return [(codes, world.value(codes)) for codes in offered]

    def expand(self, world: Table) -> Node | None:
        turns = sorted(self.list_turns(world), key=lambda turn: -turn[1])
        if self.node_count and len(turns) > INNER_TURNS:
            turns = turns[:INNER_TURNS]
        if self.node_count == self.node_room or self.edge_count + len(turns) > self.edge_room:
            return None
        best = turns[0][1]
        edges = [
            Edge(codes, exp((value - best) / self.params["temperature"])) for codes, value in turns
        ]
        total = 0.0
        for edge in edges:
            total += edge.prior
        for edge in edges:
            edge.prior = single(edge.prior / total)
        self.node_count += 1
        self.edge_count += len(edges)
        seat = world.to_move()
        return Node(seat, world.information(seat), edges)

    def take_in(self, node: Node, world: Table, out: list[bool]) -> None:
        """Turns of this world that the node lacks join it; those that the world lacks are out."""
        turns = self.list_turns(world)
        known = [edge.codes for edge in node.edges]
        out[:] = [codes not in [codes for codes, _ in turns] for codes in known]
        fresh = [turn for turn in turns if turn[0] not in known]
        if not fresh:
            return
        wanted = len(node.edges) + len(fresh)
        if wanted > node.room:
            # The edges move to the end of the memory, with some to spare.
            if wanted > MOST_TAKEN_IN or self.edge_count + wanted + SPARE_EDGES > self.edge_room:
                return
            node.room = wanted + SPARE_EDGES
            self.edge_count += node.room
        best = max(value for _, value in turns)
        total = 0.0
        for _, value in turns:
            total += exp((value - best) / self.params["temperature"])
        for codes, value in fresh:
            prior = exp((value - best) / self.params["temperature"]) / total
            node.edges.append(Edge(codes, prior))
            out.append(False)

    # -- which turn to try

    def spread(self, node: Node) -> float:
        """The deviation of utility at a node; what is thought at first counts as one visit."""
        first: float = self.params["first_spread"]
        if not node.visits:
            return first
        visits = float(node.visits)
        mean = node.utility / visits
        variance = max(0.0, node.squares - visits * mean * mean) + first * first
        return math.sqrt(variance / (visits + 1.0))

    def choose(self, node: Node, world: Table) -> Edge | None:
        spread = self.spread(node)
        width = self.width(node)
        out = [False] * width
        adapts = bool(self.params["adapt"]) and node is not self.root
        taken_in = False
        if adapts and world.turns_vary():
            self.take_in(node, world, out)
            taken_in, width = True, len(node.edges)
        first = node.edges[0]
        untried = first.utility / first.visits if first.visits else 0.5
        untried -= self.params["first_play"] * spread
        reach = self.params["exploration"] * spread
        while True:
            inside = [index for index in range(width) if not out[index]]
            # Of equal ones the first.
            best = max(
                inside, key=lambda index: score(node.edges[index], untried, reach), default=-1
            )
            if best >= 0:
                if taken_in or world.is_legal(node.edges[best].codes):
                    break
                out[best] = True
            elif not adapts or taken_in:
                break
            else:
                if width < len(node.edges):
                    out += [False] * (len(node.edges) - width)
                else:
                    self.take_in(node, world, out)
                    taken_in = True
                width = len(node.edges)
        for index in range(width):
            node.edges[index].seen += not out[index]
        return node.edges[best] if best >= 0 else None

    def width(self, node: Node) -> int:
        growth = self.params["widening_growth"] * math.sqrt(node.visits)
        return min(len(node.edges), int(self.params["widening"] + growth))

    def mix(self, node: Node, world: Table, dice: Rng) -> Mixture | None:
        """A turn in secret, by regret, or any to try it out; again while it does not fit."""
        edges = node.edges[: self.width(node)]
        shares = self.shares_of(edges)
        trying: float = self.params["mixing_exploration"]
        out: list[Edge] = []
        while len(out) < len(edges):
            tried = uniform(dice) < trying
            weights = [
                0.0 if edge in out else 1.0 if tried else share
                for edge, share in zip(edges, shares, strict=True)
            ]
            left, drawn = uniform(dice) * sum(weights), -1
            for index, edge in enumerate(edges):
                if edge in out or (drawn >= 0 and not weights[index]):
                    continue
                drawn = index
                left -= weights[index]
                if left < 0.0:
                    break
            edge = edges[drawn]
            if world.is_legal(edge.codes):
                chance = (1.0 - trying) * shares[drawn] + trying / len(edges)
                return Mixture(edge, edges, shares, chance, tried)
            out.append(edge)
        return None

    def shares_of(self, edges: list[Edge]) -> list[float]:
        """By what is regretted; before anything is, by the priors."""
        regrets = [max(edge.regret, 0.0) for edge in edges]
        if not any(regrets):
            regrets = [edge.prior for edge in edges]
        total = 0.0
        for regret in regrets:
            total += regret
        return [regret / total for regret in regrets]

    def learn(self, node: Node, mixed: Mixture, utility: float) -> None:
        """Regret by what each turn has brought, corrected by the surprise of the one drawn."""
        learnt = sum(edge.learnt for edge in mixed.edges)
        lessons = sum(edge.lessons for edge in mixed.edges)
        unknown = learnt / lessons if lessons else utility
        means = [edge.learnt / edge.lessons if edge.lessons else unknown for edge in mixed.edges]
        place = mixed.edges.index(mixed.edge)
        surprise = (utility - means[place]) / mixed.chance
        value = mixed.shares[place] * surprise
        for share, mean in zip(mixed.shares, means, strict=True):
            value += share * mean
        age = node.visits + 1.0
        mixed.edge.regret += age * surprise
        for edge, share, mean in zip(mixed.edges, mixed.shares, means, strict=True):
            edge.regret += age * (mean - value)
            edge.share += age * share
        mixed.edge.learnt += utility
        mixed.edge.lessons += 1

    # -- a walk

    def settle(self, world: Table, rng: Rng, *, skip: bool) -> None:
        """Let chance play, and what is routine where that is skipped."""
        while world.to_move() == TO_CHANCE:
            world.play(world.draw(rng))
        if skip and world.to_move() != TO_NOBODY and world.routine():
            world.play_turn(world.offered()[-1])
            self.settle(world, rng, skip=True)

    def play_out(self, world: Table, rng: Rng) -> None:
        for _ in range(self.params["playout"]):
            if world.to_move() == TO_NOBODY:
                return
            turns = self.list_turns(world)
            world.play_turn(max(turns, key=lambda turn: turn[1])[0])
            self.settle(world, rng, skip=False)

    def expected_alone(self) -> float:
        par = 0.0
        for walk in range(SOLO_WALKS):
            rng = stream(0, walk)
            world = self.view.copy()
            world.deal(rng)
            self.play_out(world, rng)
            par += world.points()[0] / SOLO_WALKS
        return par

    def utility(self, seat: int, points: list[int], win: list[float]) -> float:
        scale, weight = self.params["margin_scale"], self.params["win_weight"]
        if self.players == 1:
            return squashed((points[seat] - self.par) / scale)
        best = max(points[other] for other in range(self.players) if other != seat)
        margin = squashed((points[seat] - best) / scale)
        return float(weight * win[seat] + (1.0 - weight) * margin)

    def walk(self) -> None:
        root = self.root
        mixed: Mixture | None = None
        if self.mixes:
            mixed = self.mix(root, self.view, stream(self.seed ^ MASK, self.walks))
            first = mixed.edge if mixed else None
        elif self.even:
            first = min(root.edges, key=lambda edge: edge.visits)
        else:
            first = self.choose(root, self.view)
        assert first is not None
        self.walks += 1
        rng, dice = stream(self.seed, first.visits), stream(self.seed ^ MASK, first.visits ^ MASK)
        world = self.view.copy()
        world.deal(rng)
        path: list[tuple[Node, Edge, Mixture | None]] = []
        node, edge = root, first
        limit = min(self.params["depth"], MOST_DEPTH)
        while True:
            path.append((node, edge, mixed))
            after = node.after_unseen if world.unseen() else edge.after
            world.play_turn(edge.codes)
            self.settle(world, rng, skip=bool(self.params["adapt"]))
            if world.to_move() == TO_NOBODY or len(path) == limit:
                break
            seat = world.to_move()
            known = world.information(seat)
            found = [one for one in after if (one.seat, one.information) == (seat, known)]
            if not found:
                grown = self.expand(world) if edge.visits else None
                if grown is not None:
                    after.append(grown)
                break
            if world.unseen() and self.params["mixing"]:
                mixed = self.mix(found[0], world, dice)
                chosen = mixed.edge if mixed else None
            else:
                mixed, chosen = None, self.choose(found[0], world)
            if chosen is None:
                break
            node, edge = found[0], chosen
        self.deepest = max(self.deepest, len(path))
        self.play_out(world, rng)
        self.give_back(world, path)

    def give_back(self, world: Table, path: list[tuple[Node, Edge, Mixture | None]]) -> None:
        points, win = world.points(), world.shares()
        stray = 0.0 if world.to_move() == TO_NOBODY else world.spread()
        # What a seat tried out later on teaches nothing of what came before.
        tried = max(
            (place for place, (_, _, mixed) in enumerate(path) if mixed and mixed.tried), default=0
        )
        for place, (node, edge, mixed) in enumerate(path):
            utility = self.utility(node.seat, points, win)
            if mixed and place >= tried:
                self.learn(node, mixed, utility)
            node.visits += 1
            node.utility += utility
            node.squares += utility * utility
            edge.visits += 1
            edge.utility += utility
            if node is self.root:
                edge.squares += utility * utility
        first = path[0][1]
        for seat in range(self.players):
            first.win[seat] += win[seat]
            first.win_squares[seat] += win[seat] * win[seat]
            first.points[seat] += points[seat]
            first.points_squares[seat] += float(points[seat]) * points[seat]
            first.variance[seat] += stray * stray

    # -- what is told

    def results(self) -> list[tuple[Any, ...]]:
        sums = ("win", "points", "win_squares", "points_squares", "variance")
        return [
            (
                edge.visits,
                edge.utility,
                edge.squares,
                *(getattr(edge, name)[: self.players] for name in sums),
            )
            for edge in self.root.edges
        ]

    def shares(self) -> list[float] | None:
        if not self.mixes:
            return None
        total = sum(edge.share for edge in self.root.edges)
        return [
            edge.share / total if total else 1.0 / len(self.root.edges) for edge in self.root.edges
        ]

    def variation(self, line: int) -> list[list[int]]:
        edge = self.root.edges[line]
        turns = [edge.codes]
        while edge.after and len(turns) < MOST_DEPTH:
            # The search keeps the newest node first.
            node = max(reversed(edge.after), key=lambda one: one.visits)
            edge = max(node.edges, key=lambda one: one.visits)
            if not edge.visits:
                break
            turns.append(edge.codes)
        return turns


def uniform(dice: Rng) -> float:
    """From 0 to less than 1."""
    return (dice.next() >> 11) / (1 << 53)


def score(edge: Edge, untried: float, reach: float) -> float:
    """PUCT."""
    value = edge.utility / edge.visits if edge.visits else untried
    return value + reach * edge.prior * math.sqrt(edge.seen) / (1.0 + edge.visits)


def squashed(x: float) -> float:
    """0 to 1, steep at 0."""
    return 0.5 + 0.5 * x / math.sqrt(1.0 + x * x)

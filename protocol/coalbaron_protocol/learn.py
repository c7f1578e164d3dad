"""`coalbaron-engine learn`: the stages by which the engine learns what a position is worth."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.errors import NetworkError, ask_for_extra
from coalbaron_fast.games import GAMES, load_game
from coalbaron_protocol.backends import add_backend_arguments, open_backend, run_missing
from coalbaron_protocol.choices import add_evaluation, add_game, add_options
from coalbaron_protocol.statuses import FAILED, INTERRUPTED, WRONG

if TYPE_CHECKING:
    from coalbaron_fast.arena import Tally
    from coalbaron_fast.learning.rounds import Rounds

Stage = Callable[[argparse.Namespace], bool]

DESCRIPTION: Final = """\
Let the engine learn what a position is worth. Each stage reads what the one before has written,
shows how far it is, and can be ended at any moment; --resume goes on."""

PLAY: Final = """\
Let the engine play itself, with variety, and keep the moves and what the search thought of each
turn. Games go to DIRECTORY in shards of 50, at least once a minute, and on Ctrl-C."""


LABEL: Final = """\
Turn games into samples: positions as numbers, each with what a search thought of it and how the
game ended. Each file of games becomes a file of samples."""

FIT: Final = """\
Fit a network to samples. One game in twenty is held out; at the end the network is measured on
those. The same samples and settings give the same file. Needs JAX."""

GATE: Final = """\
Play a network against the evaluation in use, on paired deals at each number of seats, and say
whether it is stronger at all of them. A match ends as soon as a sequential test is sure. The games
of N seats are kept in DIRECTORY/gate-N.jsonl."""

SHOW: Final = """\
Say what a network's file tells of itself: from how many games it was made, with which settings, and
what its forecasts were worth on games that were held out."""

ADJUST: Final = """\
Correct the width of a network's bands. A network says how far final points stray from its forecast;
in games of another strength than those it learned from they stray less or more. `coalbaron-engine
calibrate DIRECTORY --evaluation NETWORK` measures that; this writes the network again, with a
factor for each number of seats and part of the game that makes 80 % of those results lie in the
80 % band. How it plays does not change."""

COMPARE: Final = """\
Compare networks on the positions of held-out games: how far each is from what the
searches of those positions thought, and from how the games ended. Of points that is the lead of a
seat over the mean of all, of the win the surprise. A network that was fitted to others of these
games has seen none of those. Needs NumPy and SciPy."""

LOOP: Final = """\
Repeat play, label, fit and gate. Each round plays other deals with the strongest network so far,
the first with what the game comes with or --first, and fits to the samples of all rounds. It ends
after N rounds, or with the first network that is not shown to be stronger. DIRECTORY/best.net
is the strongest so far, DIRECTORY/rounds.jsonl says what each round was worth. The same command
goes on after Ctrl-C."""


def add_learn_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the stages and everything that they read."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    stages = parser.add_subparsers(title="stages", required=True, metavar="STAGE")

    def stage(name: str, run: Stage, text: str, description: str) -> argparse.ArgumentParser:
        parser = stages.add_parser(name, help=text, description=description)
        parser.set_defaults(stage=run)
        return parser

    add_play_arguments(stage("play", run_play, "play games to learn from", PLAY))
    add_label_arguments(stage("label", run_label, "turn games into samples", LABEL))
    add_fit_arguments(stage("fit", run_fit, "fit a network to samples", FIT))
    add_gate_arguments(stage("gate", run_gate, "say whether a network is stronger", GATE))
    against = stage("compare", run_compare, "compare networks", COMPARE)
    against.add_argument("samples", type=Path, help="what the stage label has written")
    against.add_argument("networks", type=Path, nargs="+", metavar="network", help="their files")
    add_game(against)
    show = stage("show", run_show, "say how a network was made", SHOW)
    show.add_argument("network", type=Path, help="its file")
    show.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="also draw its calibration, as SVG or PNG (needs matplotlib)",
    )
    adjust = stage("adjust", run_adjust, "correct the width of a network's bands", ADJUST)
    adjust.add_argument("network", type=Path, help="its file")
    adjust.add_argument("directory", type=Path, help="what calibrate has written with this network")
    adjust.add_argument("out", type=Path, help="the file to write; another one")
    add_loop_arguments(stage("loop", run_loop, "repeat all stages, round after round", LOOP))


def run_learn(arguments: argparse.Namespace) -> int:
    """Run a stage; return the exit status."""
    stage: Stage = arguments.stage
    try:
        interrupted = stage(arguments)
    except ImportError as error:
        extra = "arena" if error.name == "matplotlib" else "learning"
        what = ask_for_extra(extra, error)
        print(f"coalbaron-engine learn: {what}", file=sys.stderr)
        return WRONG
    except ValueError as error:
        print(f"coalbaron-engine learn: {error}", file=sys.stderr)
        return WRONG
    except (OSError, RuntimeError) as error:
        print(f"coalbaron-engine learn: {error}", file=sys.stderr)
        return FAILED
    if interrupted:
        way = "the same command" if stage is run_loop else "--resume"
        print(f"interrupted; {way} goes on", file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_play` reads."""
    parser.add_argument("directory", type=Path, help="where the games go")
    what = parser.add_argument_group("what is played")
    what.add_argument("--games", type=int, default=1000, metavar="N", help="default: %(default)s")
    add_game(what)
    add_options(what)
    what.add_argument(
        "--seats",
        type=int,
        nargs="+",
        metavar="N",
        help="in turns from game to game; default: all that it can have",
    )
    what.add_argument("--seed", type=int, default=1, metavar="N", help="of the first; default: 1")
    what.add_argument(
        "--nodes",
        type=int,
        default=100,
        metavar="N",
        help="a turn; 0: the best by static evaluation; default: %(default)s",
    )
    what.add_argument(
        "--share",
        type=float,
        default=1.0,
        metavar="P",
        help="part of the turns that is searched so, and kept; default: %(default)s",
    )
    what.add_argument(
        "--quick",
        type=int,
        default=0,
        metavar="N",
        help="nodes for each of the others; 0: the best by static evaluation; default: %(default)s",
    )
    what.add_argument(
        "--random",
        type=float,
        default=0.05,
        metavar="P",
        help="part of the turns that is random while a game is varied; default: %(default)s",
    )
    what.add_argument(
        "--temperature",
        type=float,
        default=1.0,
        metavar="T",
        help="meanwhile, choose other turns by their visits to the power 1/T; default: 1",
    )
    add_evaluation(what)
    how = parser.add_argument_group("how")
    how.add_argument("--resume", action="store_true", help="go on; games may be added")
    add_backend_arguments(how)


def run_play(arguments: argparse.Namespace) -> bool:
    """Play what is missing; return whether Ctrl-C ended it."""
    from coalbaron_fast.learning.archive import GameArchive  # noqa: PLC0415 - others do without
    from coalbaron_fast.learning.play import PlaySettings  # noqa: PLC0415 - as above

    asked = {name: getattr(arguments, name) for name in PlaySettings._fields if name != "seats"}
    seats = tuple(arguments.seats or load_game(arguments.game).contests)
    settings = PlaySettings(**asked, seats=seats).checked()
    opened = GameArchive.reopen if arguments.resume else GameArchive.create
    with opened(arguments.directory, settings) as archive:
        interrupted = run_missing(archive.missing(), settings.games, arguments, archive.add)
    print(f"{len(archive.done)} games in {archive.path}")
    return interrupted


def add_label_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_label` reads."""
    parser.add_argument("games", type=Path, help="what the stage play has written")
    parser.add_argument("directory", type=Path, help="where the samples go")
    what = parser.add_argument_group("what is taken")
    what.add_argument(
        "--behind",
        type=int,
        default=2,
        metavar="N",
        help="follow N other turns of each search; default: %(default)s",
    )
    what.add_argument(
        "--least-visits",
        type=int,
        default=4,
        metavar="N",
        help="that were visited as often; default: %(default)s",
    )
    what.add_argument(
        "--share",
        type=float,
        default=0.5,
        metavar="P",
        help="part of the settled positions without a search; default: %(default)s",
    )
    what.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    how = parser.add_argument_group("how")
    how.add_argument("--resume", action="store_true", help="go on; games may have been added")
    add_backend_arguments(how)


def run_label(arguments: argparse.Namespace) -> bool:
    """Label what is missing; return whether Ctrl-C ended it."""
    from coalbaron_fast.learning.label import LabelFiles, LabelSettings  # noqa: PLC0415 - as above

    settings = LabelSettings(
        **{name: getattr(arguments, name) for name in LabelSettings._fields}
    ).checked()
    written: list[int] = []
    files = LabelFiles(arguments.games, arguments.directory, settings, resume=arguments.resume)
    with files.alone():
        interrupted = run_missing(files.missing(), files.total, arguments, written.append, "files")
    print(f"{sum(written)} new positions in {files.path}")
    return interrupted


def add_fit_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_fit` reads."""
    parser.add_argument("network", type=Path, help="the file to write")
    parser.add_argument(
        "samples", type=Path, nargs="+", help="what the stage label has written, all of one game"
    )
    what = parser.add_argument_group("what is fitted")
    add_game(what)
    for name, kind, value, meaning in FIT_NUMBERS:
        what.add_argument(
            f"--{name}", type=kind, default=value, metavar="N", help=f"{meaning}; default: {value}"
        )
    what.add_argument(
        "--units",
        type=int,
        nargs=5,
        default=[64, 64, 32, 32, 32],
        metavar="N",
        help="of tower, board, hidden, second and prior layer; default: 64 64 32 32 32",
    )
    what.add_argument(
        "--seats",
        type=int,
        nargs="+",
        default=[],
        metavar="N",
        help="learn from games with N seats alone; default: from all",
    )
    parser.add_argument("--resume", action="store_true", help="go on with a fit that was ended")


FIT_NUMBERS: Final = (
    ("steps", int, 10_000, "batches to learn from"),
    ("batch", int, 1024, "positions of each"),
    ("searched", float, 0.5, "part of a batch with a search, if there are any"),
    ("rate", float, 2e-3, "of learning, at its highest"),
    ("decay", float, 0.7, "of weights"),
    ("dropout", float, 0.15, "part of the first layer that is left out"),
    ("blend", float, 0.7, "what the search counts against the result"),
    ("seed", int, 1, "of all that is drawn"),
)


def run_fit(arguments: argparse.Namespace) -> bool:
    """Fit a network; return whether Ctrl-C ended it."""
    from coalbaron_fast.arena.store import only_one  # noqa: PLC0415 - others do without

    with only_one(arguments.network, "fits this network"):
        return fit_network(arguments)


def fit_network(arguments: argparse.Namespace) -> bool:
    """Fit a network whose file no other process writes."""
    from coalbaron_fast.arena.progress import TaskProgress  # noqa: PLC0415 - others do without
    from coalbaron_fast.learning.fit import Fit, FitSettings  # noqa: PLC0415 - as above
    from coalbaron_fast.learning.heldout import measure_held_out  # noqa: PLC0415 - as above
    from coalbaron_fast.learning.model import Shape  # noqa: PLC0415 - as above
    from coalbaron_fast.learning.samples import read_tables  # noqa: PLC0415 - as above

    numbers = {name: getattr(arguments, name) for name, *_ in FIT_NUMBERS}
    settings = FitSettings(
        **numbers, shape=Shape(*arguments.units), seats=tuple(sorted(set(arguments.seats)))
    ).checked()
    unfinished = arguments.network.with_name(f"{arguments.network.name}.unfinished")
    if unfinished.exists() and not arguments.resume:
        raise ValueError(f"{unfinished} is there; --resume goes on with it")
    game = load_game(arguments.game)
    fit = Fit(read_tables(arguments.samples, game, settings.seats), game, settings)
    if unfinished.exists():
        fit.load(unfinished)
    try:
        with TaskProgress(settings.steps, fit.state.step, "steps") as progress:
            while fit.state.step < settings.steps:
                loss = fit.run(STEPS_AT_A_TIME, progress.count)
                fit.save(unfinished)
                print(f"step {fit.state.step}: loss {loss:.4f}", flush=True)
    except KeyboardInterrupt:
        fit.save(unfinished)
        return True
    found = measure_held_out(fit)
    fit.write(arguments.network, found.as_data())
    print(found.text())
    unfinished.unlink(missing_ok=True)
    return False


STEPS_AT_A_TIME: Final = 500


def run_compare(arguments: argparse.Namespace) -> bool:
    """Print how far networks are from searches and results."""
    from coalbaron_fast.learning.compare import compare, distances_text  # noqa: PLC0415 - as above

    game = load_game(arguments.game)
    print(distances_text(list(compare(arguments.networks, arguments.samples, game))))
    return False


def run_show(arguments: argparse.Namespace) -> bool:
    """Print what a network's file tells of itself."""
    from coalbaron_fast.engine.evaluation import load_evaluation  # noqa: PLC0415 - others do without
    from coalbaron_fast.engine.network_file import read_network  # noqa: PLC0415 - as above
    from coalbaron_fast.learning.figures import HeldOut, draw_calibration  # noqa: PLC0415 - as above

    found = read_network(arguments.network)
    print(f"game: {found.game}, layout of its features: {found.layout}")
    print("sizes: " + ", ".join(f"{name} {size}" for name, size in found.sizes.items()))
    if found.game in GAMES:
        try:
            load_evaluation(str(arguments.network), load_game(found.game))
        except NetworkError as error:
            print(f"this engine cannot use it: {error}")
    for name, value in found.trained.items():
        if name != "held_out":
            print(f"{name}: {json.dumps(value)}")
    if "held_out" in found.trained:
        held_out = HeldOut.from_data(found.trained["held_out"])
        print(held_out.text())
        if arguments.plot is not None:
            draw_calibration(held_out, arguments.plot)
    return False


def run_adjust(arguments: argparse.Namespace) -> bool:
    """Write a network again with the factors that the games of a directory ask for."""
    from coalbaron_fast.arena.calibration import spread_factors  # noqa: PLC0415 - as above
    from coalbaron_fast.arena.dataset import read_calibrated  # noqa: PLC0415 - as above
    from coalbaron_fast.engine.network_file import adjust_network, read_network  # noqa: PLC0415 - as above

    if arguments.out.resolve() == arguments.network.resolve():
        # The games tell of the network as it is: they would be taken for those of the other one.
        raise ValueError(f"{arguments.out} is the network itself; name another file")
    before = read_network(arguments.network).spread
    outcomes = read_calibrated(arguments.directory, str(arguments.network))
    factors = spread_factors(outcomes, before)
    adjust_network(arguments.network, arguments.out, factors)
    for seats, parts in factors.items():
        told = ", ".join(f"part {part} times {factor}" for part, factor in parts.items())
        print(f"{seats} seats: {told}")
    return False


def add_gate_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_gate` reads."""
    parser.add_argument("network", type=Path, help="the file of the new network")
    parser.add_argument("directory", type=Path, help="where the games go")
    what = parser.add_argument_group("what is played")
    what.add_argument(
        "--against",
        default="best",
        metavar="EVALUATION",
        help="what the others play with: best, net, hand or a file; default: %(default)s",
    )
    what.add_argument(
        "--limit",
        default="time_ms=100",
        metavar="SETTINGS",
        help="of both, for each turn, as of a player of a match; default: %(default)s",
    )
    what.add_argument(
        "--seats", type=int, nargs="+", metavar="N", help="default: all that it can have"
    )
    what.add_argument("--deals", type=int, default=100, metavar="N", help="at most; default: 100")
    what.add_argument("--seed", type=int, default=1, metavar="N", help="of the first; default: 1")
    add_game(what)
    add_options(what)
    what.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        default=[0.0, 40.0],
        metavar=("ELO0", "ELO1"),
        help="the hypotheses on its strength; default: 0 40",
    )
    how = parser.add_argument_group("how")
    how.add_argument("--resume", action="store_true", help="go on; deals may be added")
    add_backend_arguments(how)


def run_gate(arguments: argparse.Namespace) -> bool:
    """Play the matches and say what they show; return whether Ctrl-C ended them."""
    from coalbaron_fast.learning.gate import verdict  # noqa: PLC0415 - others do without

    tallies = play_gate(arguments)
    if tallies is not None:
        print(verdict(tallies))
    return tallies is None


def play_gate(arguments: argparse.Namespace) -> dict[int, Tally] | None:
    """Play the matches and return what is known, by seats; None if Ctrl-C ended them."""
    from coalbaron_fast.arena import play_match, progress_for, text_report  # noqa: PLC0415 - above
    from coalbaron_fast.learning.gate import GateSettings, open_gate  # noqa: PLC0415 - as above

    settings = GateSettings(
        network=arguments.network.resolve(),
        against=arguments.against,
        limit=arguments.limit,
        deals=arguments.deals,
        seed=arguments.seed,
        sprt=tuple(arguments.sprt),
        game=arguments.game,
        options=arguments.options or "",
    )
    arguments.directory.mkdir(parents=True, exist_ok=True)
    tallies = {}
    for seats in arguments.seats or load_game(arguments.game).contests:
        path = arguments.directory / f"gate-{seats}.jsonl"
        store, tally = open_gate(path, settings, seats, resume=arguments.resume)
        try:
            with store, open_backend(arguments) as backend, progress_for(tally) as progress:
                play_match(tally, backend, store, progress.watch)
        except KeyboardInterrupt:
            return None
        print(text_report(tally), end="\n\n")
        tallies[seats] = tally
    return tallies


def add_loop_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_loop` reads."""
    parser.add_argument("directory", type=Path, help="where all rounds go")
    what = parser.add_argument_group("what is done")
    what.add_argument("--rounds", type=int, default=3, metavar="N", help="at most; default: 3")
    for stage in STAGES:
        what.add_argument(
            f"--{stage}",
            default="",
            metavar="WORDS",
            help=f'options of the stage {stage}, as one word: --{stage}="…"',
        )
    what.add_argument(
        "--first",
        type=Path,
        metavar="NETWORK",
        help="what the first round plays with; default: best, what the game comes with",
    )
    what.add_argument(
        "--more",
        type=Path,
        nargs="*",
        default=[],
        metavar="SAMPLES",
        help="samples from elsewhere to learn from as well",
    )


STAGES: Final = ("play", "label", "fit", "gate")


def run_loop(arguments: argparse.Namespace) -> bool:
    """Repeat all stages; return whether Ctrl-C ended it."""
    from coalbaron_fast.learning.rounds import Rounds  # noqa: PLC0415 - others do without

    parser = argparse.ArgumentParser()
    add_learn_arguments(parser)
    with Rounds.alone(arguments.directory, arguments.first) as rounds:
        return go_round(rounds, arguments, parser)


def go_round(
    rounds: Rounds, arguments: argparse.Namespace, parser: argparse.ArgumentParser
) -> bool:
    """Play the rounds that are missing; return whether Ctrl-C ended them."""
    while len(rounds.done) < arguments.rounds and not rounds.has_ended:
        here = rounds.next
        print(f"round {here.number}", flush=True)
        for stage, words in here.commands(arguments.more):
            own = shlex.split(getattr(arguments, stage))
            asked = parser.parse_args([stage, *words, *own])
            if stage != "gate":
                if asked.stage(asked):
                    return True
                continue
            tallies = play_gate(asked)
            if tallies is None:
                return True
            rounds.add(here, tallies)
    print(rounds.text())
    return False

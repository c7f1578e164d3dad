"""Reviews: games turn by turn beside the best play, and reports of them that a person can read.

`review_turns` judges the turns of a game, `tell_game` makes a `Story` of the judgements, and a
`Report` of stories is written by `write_text`, `write_markdown` or `write_html`:

    game = load_game("coalbaron")
    played, tags = game.State.read_record(text)
    judged = list(review_turns(played, Engine(), Limits(nodes=10000)))
    print(write_markdown(Report([tell_game(game, played, tags, judged)])))
"""

from coalbaron_fast.review.advice import Advice, advise, compare_best
from coalbaron_fast.review.balance import Account, Amount, Moment, ShiftAccount, TurnAccount
from coalbaron_fast.review.judging import (
    Judgement,
    PlayedTurn,
    judge,
    judge_turn,
    played_turns,
    review_turns,
)
from coalbaron_fast.review.luck import Chance
from coalbaron_fast.review.markdown import write_markdown
from coalbaron_fast.review.page import write_html
from coalbaron_fast.review.reasons import Item, Reason, find_reasons
from coalbaron_fast.review.story import Report, Story, tell_game
from coalbaron_fast.review.summary import SeatSummary, Summary, summarise
from coalbaron_fast.review.terminal import write_text

__all__ = [
    "Account",
    "Advice",
    "Amount",
    "Chance",
    "Item",
    "Judgement",
    "Moment",
    "PlayedTurn",
    "Reason",
    "Report",
    "SeatSummary",
    "ShiftAccount",
    "Story",
    "Summary",
    "TurnAccount",
    "advise",
    "compare_best",
    "find_reasons",
    "judge",
    "judge_turn",
    "played_turns",
    "review_turns",
    "summarise",
    "tell_game",
    "write_html",
    "write_markdown",
    "write_text",
]

"""Everything of the game that is text: tokens, position text, records."""

from coalbaron_fast.games.coalbaron.notation.phrases import (
    ORDER_OF,
    TILE_OF,
    WORDS,
    describe,
    element_phrase,
    item_phrase,
    phrase_of,
    space_phrase,
    vehicle_phrase,
)
from coalbaron_fast.games.coalbaron.notation.position import (
    FREE_SPOT,
    SHAPE,
    check_shape,
    dict_to_text,
    position_schema,
    text_to_dict,
)
from coalbaron_fast.games.coalbaron.notation.record import (
    RECORDS,
    Record,
    format_record,
    parse_record,
    parse_records,
)
from coalbaron_fast.games.coalbaron.notation.tokens import (
    CODES,
    TOKENS,
    VOCABULARY,
    VOCABULARY_SIZE,
    code_of,
    split_words,
    token_of,
)
from coalbaron_fast.games.text.shape import UNKNOWN

__all__ = [
    "CODES",
    "FREE_SPOT",
    "ORDER_OF",
    "RECORDS",
    "SHAPE",
    "TILE_OF",
    "TOKENS",
    "UNKNOWN",
    "VOCABULARY",
    "VOCABULARY_SIZE",
    "WORDS",
    "Record",
    "check_shape",
    "code_of",
    "describe",
    "dict_to_text",
    "element_phrase",
    "format_record",
    "item_phrase",
    "parse_record",
    "parse_records",
    "phrase_of",
    "position_schema",
    "space_phrase",
    "split_words",
    "text_to_dict",
    "token_of",
    "vehicle_phrase",
]

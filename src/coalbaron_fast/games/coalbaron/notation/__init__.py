"""Everything of the game that is text: tokens, position text, records."""

from coalbaron_fast.games.coalbaron.notation.position import (
    dict_to_text,
    spell_position,
    text_to_dict,
)
from coalbaron_fast.games.coalbaron.notation.record import (
    Record,
    format_record,
    parse_record,
    parse_records,
    read_record,
    write_record,
)
from coalbaron_fast.games.coalbaron.notation.schema import position_schema
from coalbaron_fast.games.coalbaron.notation.shape import FREE_SPOT, UNKNOWN, check_shape
from coalbaron_fast.games.coalbaron.notation.tokens import (
    CODES,
    TOKENS,
    VOCABULARY_SIZE,
    code_of,
    describe,
    describe_item,
    split_words,
    token_of,
)

__all__ = [
    "CODES",
    "FREE_SPOT",
    "TOKENS",
    "UNKNOWN",
    "VOCABULARY_SIZE",
    "Record",
    "check_shape",
    "code_of",
    "describe",
    "describe_item",
    "dict_to_text",
    "format_record",
    "parse_record",
    "parse_records",
    "position_schema",
    "read_record",
    "spell_position",
    "split_words",
    "text_to_dict",
    "token_of",
    "write_record",
]

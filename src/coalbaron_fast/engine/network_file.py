"""A network as a file: what is in it, writing it, and reading it back.

    8 bytes     MAGIC
    4 bytes     version, little-endian as all numbers
    4 bytes     length of the header
    header      JSON: game, layout, sizes, bits, trained
    tensors     whole numbers, in the order and the shapes of `tensor_shapes`
    32 bytes    SHA-256 of everything before

`layout` tells the feature layout that the network was made for. `trained` says how it was made, for
people. Whatever is wrong with a file, reading it raises one NetworkError that says what.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from coalbaron_fast.errors import NetworkError
from coalbaron_fast.files import write_whole
from coalbaron_fast.search.network import (
    FEATURES,
    HEAD_BITS,
    LAYERS,
    LEAST_BITS,
    LINEAR,
    MOST_BITS,
    ONE_BITS,
    Weights,
    check_sizes,
    tensor_shapes,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NetworkFile", "quantise", "read_network", "read_tensors", "write_network"]

MAGIC: Final = b"\x89CBNET\r\n"
VERSION: Final = 1
CHECKSUM_BYTES: Final = 32
MOST_BYTES: Final = 16 << 20
"""No network is larger: a longer file is not read to its end."""

LARGEST: Final = 2**15 - 1

MOST_FACTOR: Final = 100.0
"""The largest factor for a spread."""


class NetworkFile(NamedTuple):
    """What a file holds: the game it is for, how it was trained, and the weights.

    `sizes` are the features and the units of each layer, `layout` the features' mark as text.
    `spread` are factors for the spreads that it forecasts, by seats and part of the game.
    """

    game: str
    layout: str
    sizes: dict[str, int]
    trained: dict[str, Any]
    spread: dict[int, dict[int, float]]
    weights: Weights


def write_network(
    path: str | os.PathLike[str],
    game: str,
    layout: int,
    floats: Mapping[str, NDArray[Any]],
    trained: Mapping[str, Any],
) -> None:
    """Write a network as it was trained; ValueError if it is none that could be read back.

    The names of `floats` are those of `quantise`.
    """
    sizes, bits, tensors = quantise(floats)
    body = b"".join(tensors[name].tobytes() for name in tensor_shapes(sizes))
    Weights(layout, sizes, bits, _native(sizes, body))
    header = {
        "game": game,
        "layout": f"{layout:016x}",
        "sizes": sizes,
        "bits": bits,
        "trained": trained,
    }
    _write(path, header, body)


def adjust_network(
    path: str | os.PathLike[str],
    out: str | os.PathLike[str],
    spread: Mapping[int, Mapping[int, float]],
) -> None:
    """Write a network again with other factors for its spreads; NetworkError if it is none."""
    read_network(path)
    content = Path(path).read_bytes()
    header, start = _split(content)
    header["spread"] = {
        str(seats): {str(part): factor for part, factor in parts.items()}
        for seats, parts in spread.items()
    }
    _write(out, header, content[start:-CHECKSUM_BYTES])


def _write(path: str | os.PathLike[str], header: Mapping[str, Any], body: bytes) -> None:
    text = json.dumps(header, sort_keys=True).encode()
    content = MAGIC + _word(VERSION) + _word(len(text)) + text + body
    write_whole(Path(path), content + hashlib.sha256(content).digest())


def quantise(
    floats: Mapping[str, NDArray[Any]],
) -> tuple[dict[str, int], int, dict[str, NDArray[Any]]]:
    """Turn weights into whole numbers: sizes, bits and tensors of the file.

    This is the one place that knows the scales. Activations are 0 to 1, features as the game gives
    them. Names and shapes, rows before columns:

        Wt bt   the tower's: features of a seat by units     Wl   the same features by outputs
        Wb bb   the board's: features of the board by units
        W1 b1   hidden units by inputs: a seat's tower, the sum of the others', the board
        W2 b2   units of the second layer by hidden ones
        W3 b3   outputs by units of the second layer
        Wp bp   units of the prior by inputs, as of W1
        E  e    features of a turn by units of the prior
    """
    import numpy as np  # noqa: PLC0415 - play needs no NumPy

    first = max(float(np.abs(floats[name]).max()) for name in ("Wt", "Wl", "Wb"))
    bits = min(max(math.floor(math.log2(LARGEST / max(first, 1e-9))), LEAST_BITS), MOST_BITS)

    def whole(values: NDArray[Any], scale: int, width: int) -> NDArray[Any]:
        limit = 2 ** (8 * width - 1) - 1
        scaled = np.rint(np.asarray(values, np.float64) * 2.0**scale)
        return np.clip(scaled, -limit, limit).astype(f"<i{width}")

    columns = LINEAR - floats["Wl"].shape[1]
    seat = np.hstack([floats["Wt"], floats["Wl"], np.zeros((len(floats["Wl"]), columns))])
    tensors = {
        "seat_rows": whole(seat, bits, 2),
        "seat_bias": whole(np.append(floats["bt"], np.zeros(LINEAR)), bits, 4),
        "board_rows": whole(floats["Wb"], bits, 2),
        "board_bias": whole(floats["bb"], bits, 4),
        "turn_rows": whole(floats["E"], HEAD_BITS, 2),
        "turn_bias": whole(floats["e"], HEAD_BITS, 2),
    }
    for name, weights, bias in (
        ("hidden", "W1", "b1"),
        ("second", "W2", "b2"),
        ("output", "W3", "b3"),
        ("prior", "Wp", "bp"),
    ):
        tensors[f"{name}_rows"] = whole(floats[weights], HEAD_BITS, 2)
        tensors[f"{name}_bias"] = whole(floats[bias], HEAD_BITS + ONE_BITS, 4)
    sizes = {
        "seat": len(floats["Wt"]),
        "board": len(floats["Wb"]),
        "turn": len(floats["E"]),
        "tower": floats["Wt"].shape[1],
        "board_units": floats["Wb"].shape[1],
        "hidden": len(floats["W1"]),
        "second": len(floats["W2"]),
        "prior": len(floats["Wp"]),
    }
    for name, (rows, columns, _) in tensor_shapes(sizes).items():
        if tensors[name].size != rows * columns:
            raise ValueError(f"{name}: {tensors[name].shape}, not {rows} by {columns}")
    return sizes, bits, tensors


def _native(sizes: Mapping[str, int], body: bytes) -> bytes:
    """Turn the tensors of a file into numbers as this machine has them."""
    if sys.byteorder == "little":
        return body
    parts, start = [], 0
    for rows, columns, width in tensor_shapes(sizes).values():
        end = start + rows * columns * width
        numbers = array("h" if width == 2 else "i", body[start:end])
        numbers.byteswap()
        parts.append(numbers.tobytes())
        start = end
    return b"".join(parts) + body[start:]


def read_network(path: str | os.PathLike[str]) -> NetworkFile:
    """Read a network; NetworkError says what is wrong with the file."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise NetworkError(str(path), f"cannot be read: {reason}") from None
    try:
        return _parse(content)
    except ValueError as error:
        raise NetworkError(str(path), str(error)) from None


def read_tensors(
    path: str | os.PathLike[str],
) -> tuple[dict[str, int], int, dict[str, NDArray[Any]]]:
    """Read a network's sizes, bits and tensors, as `quantise` returns them."""
    import numpy as np  # noqa: PLC0415 - play needs no NumPy

    read_network(path)
    content = Path(path).read_bytes()
    header, place = _split(content)
    tensors = {}
    for name, (rows, columns, width) in tensor_shapes(header["sizes"]).items():
        numbers = np.frombuffer(content, f"<i{width}", rows * columns, place)
        tensors[name] = numbers.reshape(rows, columns) if rows > 1 else numbers
        place += rows * columns * width
    return header["sizes"], header["bits"], tensors


def _word(number: int) -> bytes:
    return number.to_bytes(4, "little")


def _parse(content: bytes) -> NetworkFile:
    """Read a file's content; ValueError says what is wrong."""
    start = len(MAGIC) + 8
    if not content.startswith(MAGIC):
        raise ValueError("is no network")
    if len(content) > MOST_BYTES:
        raise ValueError("is too large for a network")
    if len(content) < start + CHECKSUM_BYTES:
        raise ValueError("is cut off")
    version = int.from_bytes(content[len(MAGIC) : len(MAGIC) + 4], "little")
    if version != VERSION:
        raise ValueError(f"is a network of version {version}; this engine reads {VERSION}")
    body, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    if hashlib.sha256(body).digest() != checksum:
        raise ValueError("is cut off or damaged: its checksum does not agree")
    header, end = _split(content)
    layout = int(header["layout"], 16)
    check_sizes(header["sizes"], header["bits"])
    tensors = _native(header["sizes"], body[end:])
    weights = Weights(layout, header["sizes"], header["bits"], tensors)
    return NetworkFile(
        header["game"],
        header["layout"],
        header["sizes"],
        header["trained"],
        _read_factors(header.get("spread", {})),
        weights,
    )


def _split(content: bytes) -> tuple[dict[str, Any], int]:
    """Return the header of a file whose checksum agrees, and where the tensors begin."""
    start = len(MAGIC) + 8
    end = start + int.from_bytes(content[start - 4 : start], "little")
    if end > len(content) - CHECKSUM_BYTES:
        raise ValueError("has a header that is longer than the file")
    return _read_header(content[start:end]), end


def _read_factors(spread: Any) -> dict[int, dict[int, float]]:  # noqa: ANN401 - out of JSON
    """Return the factors of a header; ValueError if they are none."""
    try:
        factors = {
            int(seats): {int(part): float(factor) for part, factor in parts.items()}
            for seats, parts in spread.items()
        }
    except (AttributeError, TypeError, ValueError, OverflowError):
        factors = {0: {0: 0.0}}
    if not all(0 < one <= MOST_FACTOR for parts in factors.values() for one in parts.values()):
        raise ValueError("has a header whose spread has no factors by seats and part")
    return factors


HEADER: Final[Mapping[str, type]] = {
    "game": str,
    "layout": str,
    "sizes": dict,
    "bits": int,
    "trained": dict,
}


def _read_header(text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("has a header that is no JSON") from None
    if not isinstance(header, dict) or set(header) - {"spread"} != set(HEADER):
        raise ValueError(f"has a header without {', '.join(HEADER)}, or with more")
    for name, kind in HEADER.items():
        if type(header[name]) is not kind:
            raise ValueError(f"has a header whose {name} is no {kind.__name__}")
    sizes = header["sizes"]
    names = (*FEATURES, *LAYERS)
    if set(sizes) != set(names) or any(type(size) is not int for size in sizes.values()):
        raise ValueError(f"has a header whose sizes are not those of {', '.join(names)}")
    if len(header["layout"]) != 16 or set(header["layout"]) - set("0123456789abcdef"):
        raise ValueError("has a header whose layout is no number of 16 hexadecimal digits")
    return header

"""HTML and SVG from functions: text is escaped unless it is `Markup` already."""

from __future__ import annotations

import html

__all__ = ["Markup", "element"]

EMPTY = frozenset(("meta", "line", "circle", "polygon", "polyline"))
"""Elements without an end tag, or that close themselves."""


class Markup(str):
    """Text that is HTML already; only this module and fixed text of ours should make it."""

    __slots__ = ()


def element(name: str, *children: str, **attributes: str) -> Markup:
    """Return an element; what is not `Markup` in it is text and escaped.

    An attribute's name may end with an underscore, others become hyphens: `class_`,
    `text_anchor`.
    """
    words = [name]
    for key, value in attributes.items():
        words.append(f'{key.rstrip("_").replace("_", "-")}="{html.escape(value)}"')
    begin = " ".join(words)
    if name in EMPTY:
        return Markup(f"<{begin}/>")
    return Markup(f"<{begin}>{''.join(map(escaped, children))}</{name}>")


def escaped(text: str) -> Markup:
    """Return text as HTML."""
    return text if isinstance(text, Markup) else Markup(html.escape(text))

"""Plain text as Discord shows it: nothing in a name or a reason is markup, a mention or a hidden link."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ADDRESS = re.compile(r"https?://[A-Za-z0-9./?=&%+~#:;,@_-]+(?<![.,:;?])")
"""shown and followed as it stands, in brackets without a preview; markup cannot begin in it"""
_MARKUP = re.compile(
    r"(?P<sign>[\\*_~|`<\[])"
    r"|(?P<everybody>@)(?=everyone|here)"
    r"|(?P<emoji>:)(?=[\w+-]+:)"
    r"|^(?P<indent>[^\S\n]*)(?P<line>#|-|\+|>)(?=[\s#>*-]|$)"
    r"|^(?P<number>[^\S\n]*\d+)(?=[.)]\s)",
    re.MULTILINE,
)
_FENCE = "```"
_APART = "\u200b"
"""takes no room, and parts what would mean something together"""


def escape(text: str) -> str:
    """``text`` so that Discord shows just that. At most twice as long."""
    parts, at = [], 0
    for address in _ADDRESS.finditer(text):
        parts += [_MARKUP.sub(_escape, text[at : address.start()]), f"<{address.group()}>"]
        at = address.end()
    return "".join((*parts, _MARKUP.sub(_escape, text[at:])))


def write(text: str, fixed_width: Sequence[tuple[int, int]] = ()) -> str:
    """``text`` in Discord's markup; the parts from where to where it keeps its columns are blocks of code."""
    parts, at = [], 0
    for start, end in fixed_width:
        parts += [escape(text[at:start]), block(text[start:end])]
        at = end
    return "".join((*parts, escape(text[at:])))


def block(text: str) -> str:
    """``text`` as a block of code, in which nothing is markup but the end of it."""
    return f"{_FENCE}\n{text.replace(_FENCE, _APART.join(_FENCE))}\n{_FENCE}"


def _escape(found: re.Match[str]) -> str:
    if found["everybody"]:
        return f"@{_APART}"
    if found["line"]:
        return f"{found['indent']}\\{found['line']}"
    if found["number"]:
        return f"{found['number']}\\"
    return f"\\{found.group()}"

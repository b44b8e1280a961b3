"""What people write arrives as it is: no markup, no mention, no hidden link."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chats.discord.markdown import block, escape, write

APART = "\u200b"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("**Anna**", r"\*\*Anna\*\*"),
        ("_x_ ~~y~~ ||z|| `k`", r"\_x\_ \~\~y\~\~ \|\|z\|\| \`k\`"),
        ("a\\*b", r"a\\\*b"),
        ("<@123> <#4> <t:0:R> </play:1>", r"\<@123> \<#4> \<t\:0:R> \</play:1>"),
        ("@everyone and @here", f"@{APART}everyone and @{APART}here"),
        ("@anna", "@anna"),
        ("[bank](https://evil.example)", r"\[bank](<https://evil.example>)"),
        ("see https://a.example/b_c_d?e=f.", "see <https://a.example/b_c_d?e=f>."),
        (":x: :100:", r"\:x: \:100:"),
        ("c3:e5:g7", r"c3\:e5:g7"),
        ("c3-d4, 32-28, 22x31, 1/2-1/2", "c3-d4, 32-28, 22x31, 1/2-1/2"),
        ("# Title", r"\# Title"),
        ("## Title\n-# small", "\\## Title\n\\-# small"),
        ("> quoted\n>>> all", "\\> quoted\n\\>>> all"),
        ("- one\n  - two\n+ three", "\\- one\n  \\- two\n\\+ three"),
        ("1. Anna\n12) Piotr", "1\\. Anna\n12\\) Piotr"),
        ("-5 points", "-5 points"),
        ("19:30", "19:30"),
        ("Łódź – ґ, ї", "Łódź – ґ, ї"),
    ],
)
def test_text_is_shown_as_it_stands(text: str, written: str) -> None:
    assert escape(text) == written


def test_columns_are_kept_in_a_block_that_its_text_cannot_end() -> None:
    text = "Tabela:\n1  **Anna**  ```\n- koniec"
    start, end = text.index("1 "), text.index("\n- ")
    assert write(text, [(start, end)]) == (f"Tabela:\n```\n1  **Anna**  `{APART}`{APART}`\n```\n\\- koniec")
    assert "```" not in block("``````")[4:-4]


@given(st.text(alphabet="*_~|`<>[]()#@:-+.1 \n\\aehnorvy/ptsh", max_size=60))
def test_without_the_signs_that_escape_it_is_the_same_text(text: str) -> None:
    written = escape(text)
    assert len(written) <= 2 * len(text)
    if "http" not in text:
        assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", written).replace(APART, "") == text.replace(APART, "")

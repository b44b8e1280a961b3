"""Markup as Telegram reads it; expected refusals are its own sentences."""

from __future__ import annotations

import pytest

from tests.servers.telegram.errors import Refused
from tests.servers.telegram.markup import Entity, found_in, parse_html, read_text


def entity(kind: str, offset: int, length: int, **more: object) -> Entity:
    return {"type": kind, "offset": offset, "length": length, **more}


READ = [
    ("", "", []),
    ("1 &lt; 2 &amp;&gt; &quot;3&quot;", '1 < 2 &> "3"', []),
    ("&#60;&#x3E;&#128512;", "<>\N{GRINNING FACE}", []),
    ("&nbsp;&copy; & &ltx", "&nbsp;&copy; & &ltx", []),
    ("&lt b", "< b", []),
    ("<b>a</b>", "a", [entity("bold", 0, 1)]),
    ("<B>a</b>", "a", [entity("bold", 0, 1)]),
    ("<strong>a</><em>b</em>", "ab", [entity("bold", 0, 1), entity("italic", 1, 1)]),
    ("<u>a</u><ins>b</ins>", "ab", [entity("underline", 0, 1), entity("underline", 1, 1)]),
    ("<s>a</s><del>b</del>", "ab", [entity("strikethrough", 0, 1), entity("strikethrough", 1, 1)]),
    ("<b>a<i>b</i></b>", "ab", [entity("bold", 0, 2), entity("italic", 1, 1)]),
    ("<b></b>a", "a", []),
    ("\N{GRINNING FACE}<b>a</b>", "\N{GRINNING FACE}a", [entity("bold", 2, 1)]),
    ('<span class="tg-spoiler">a</span>', "a", [entity("spoiler", 0, 1)]),
    ("<tg-spoiler>a</tg-spoiler>", "a", [entity("spoiler", 0, 1)]),
    ("<blockquote>a</blockquote>", "a", [entity("blockquote", 0, 1)]),
    ("<blockquote expandable>a</blockquote>", "a", [entity("expandable_blockquote", 0, 1)]),
    ("<blockquote><b>a</b></blockquote>", "a", [entity("blockquote", 0, 1), entity("bold", 0, 1)]),
    ("<code>a</code>", "a", [entity("code", 0, 1)]),
    ("<pre>a</pre>", "a", [entity("pre", 0, 1)]),
    (
        '<pre><code class="language-python">a</code></pre>',
        "a",
        [entity("pre", 0, 1, language="python")],
    ),
    (
        '<a href="https://x.org/?a=1&amp;b">a</a>',
        "a",
        [entity("text_link", 0, 1, url="https://x.org/?a=1&b")],
    ),
    ("<a href='https://x.org'>a</a>", "a", [entity("text_link", 0, 1, url="https://x.org")]),
    ('<a href="tg://user?id=42">a</a>', "a", [entity("text_mention", 0, 1, user=42)]),
    ('<tg-emoji emoji-id="5368324170671202286">a</tg-emoji>', "a", None),
    ("a > b", "a > b", []),
]


@pytest.mark.parametrize(("source", "text", "entities"), READ)
def test_markup_becomes_words_and_entities(source: str, text: str, entities: list[Entity] | None) -> None:
    read, found = parse_html(source)
    assert read == text
    if entities is not None:
        assert found == entities


REFUSED = [
    ("<x>a</x>", 'Unsupported start tag "x" at byte offset 0'),
    ("<br>", 'Unsupported start tag "br" at byte offset 0'),
    ("<p>a</p>", 'Unsupported start tag "p" at byte offset 0'),
    ("<b/>", 'Unsupported start tag "b/" at byte offset 0'),
    ("<!-- a -->", 'Unsupported start tag "!--" at byte offset 0'),
    ("ąć <x>", 'Unsupported start tag "x" at byte offset 5'),
    ("1 < 2 > 0", 'Unsupported start tag "" at byte offset 2'),
    ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
    ("a <", "Unclosed start tag at byte offset 2"),
    ("a <b", "Unclosed start tag at byte offset 2"),
    ('<a href="x', 'Unclosed start tag "a" at byte offset 0'),
    ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
    ("<b>a<i>b</i>", 'Can\'t find end tag corresponding to start tag "b"'),
    ("a</b>", "Unexpected end tag at byte offset 1"),
    ("<b>a</b></b>", "Unexpected end tag at byte offset 8"),
    ("<b>a</b", "Unclosed end tag at byte offset 4"),
    ("<b><i>a</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
    ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ('<span class="x">a</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ("<a href=a/b>a</a>", "Unexpected end of name token at byte offset 8"),
    ("<tg-emoji>a</tg-emoji>", "Invalid custom emoji identifier specified"),
    ("&#xD800;", "Text contains invalid Unicode characters after decoding HTML entities"),
]


@pytest.mark.parametrize(("source", "why"), REFUSED)
def test_what_is_no_markup_is_refused(source: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_html(source)
    assert refused.value.description == f"Bad Request: can't parse entities: {why}"


FOUND = [
    ("/play@damka_bot @piotr", ["bot_command", "mention"]),
    ("a /play, b", ["bot_command"]),
    ("a/play 1/2 /żaba //a", []),
    ("see https://x.org/play?@anna", ["url"]),
    ("anna@example.org", []),
    ("#lib #12", ["hashtag"]),
    ("@ab", []),
]


@pytest.mark.parametrize(("text", "kinds"), FOUND)
def test_plain_words_are_looked_through(text: str, kinds: list[str]) -> None:
    assert [found["type"] for found in sorted(found_in(text), key=lambda found: found["offset"])] == kinds


def test_space_around_a_text_is_taken_off_and_entities_follow() -> None:
    assert read_text("\n <b> a</b> \n", "HTML") == ("a", [entity("bold", 0, 1)])


def test_nothing_is_looked_for_in_code() -> None:
    assert read_text("<code>/play</code> /move", "HTML")[1] == [
        entity("code", 0, 5),
        entity("bot_command", 6, 5),
    ]

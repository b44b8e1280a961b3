"""What the chats of the tests can do."""

from dataclasses import replace

from bot.chats.port import Capabilities

BARE = Capabilities(
    edits=True,
    buttons_in_a_row=8,
    rows_of_buttons=12,
    private_notices=False,
    longest_text=4096,
    longest_caption=1024,
    largest_file=10_000_000,
    scrolls_away_after=12,
)
"""a group in which everybody reads everything"""
THREADED = replace(BARE, private_notices=True, forms=True, threads=True)
"""a server where games have threads, and one person can be told something"""

"""The federation's code: articles 6.1 to 6.5, 7.2 and 7.3, on 64 and on 100 squares."""

from tests.games.ends.end import (
    AGREED,
    BLACK_WINS,
    DAY_PASSES,
    DRAW,
    FLAG_FALLS,
    RESIGNS,
    WHITE_WINS,
    Count,
    End,
    Regulation,
)

_64 = Regulation("pzwarc-64", "pl")
_100 = Regulation("pzwarc-100", "pl")
_ADVANTAGE = Regulation("pzwarc-100-advantage", "pl")


def _common(r: Regulation) -> tuple[End, ...]:
    """Articles 7.2.1 to 7.2.4, 7.3.3; this text says nothing of a clock."""
    return (
        r.by_moves("no pieces", WHITE_WINS, "no-pieces", "7.2.3", "Wygrywa", "Anna", "(art. 7.2.3)"),
        r.by_moves("no pieces, black wins", BLACK_WINS, "no-pieces", "7.2.3", "Piotr", "(art. 7.2.3)"),
        r.by_moves("blocked", WHITE_WINS, "blocked", "7.2.2", "Wygrywa", "Anna", "(art. 7.2.2)"),
        r.by_moves("blocked, black wins", BLACK_WINS, "blocked", "7.2.2", "Piotr", "(art. 7.2.2)"),
        r.by_word("resignation", BLACK_WINS, "resignation", "7.2.1", "Piotr", "(art. 7.2.1)", then=RESIGNS),
        r.by_word("flag", BLACK_WINS, "flag", None, "Piotr", "czas", then=FLAG_FALLS, clock="1+1"),
        r.by_word("deadline", BLACK_WINS, "deadline", None, "Piotr", "termin", then=DAY_PASSES, clock="24h"),
        r.by_word(
            "refusal to obey the rules",
            BLACK_WINS,
            "forfeit",
            "7.2.4",
            "Piotr",
            "(art. 7.2.4)",
            then=("ewa: /forfeit {code} white odmowa",),
        ),
        r.by_word(
            "adjudicated win",
            WHITE_WINS,
            "adjudication",
            None,
            "Anna",
            "sędzi",
            then=("ewa: /adjudicate {code} 1-0 awaria",),
        ),
        r.by_word(
            "neither can win",
            DRAW,
            "adjudication",
            "7.3.3",
            "Remis",
            "(art. 7.3.3)",
            then=("ewa: /adjudicate {code} 1/2 martwa",),
        ),
        r.by_word("agreement", DRAW, "agreement", "7.3.1", "Remis", "(art. 7.3.1)", then=AGREED),
        r.by_word(
            "called off",
            None,
            None,
            None,
            "bez wyniku",
            found="",
            then=("white: /abort", "black: /abort accept"),
        ),
        r.by_moves(
            "repetition",
            DRAW,
            "repetition",
            "6.1",
            "Remis",
            "3 raz",
            "(art. 6.1)",
            stored={"count": 3, "advantage": None},
            count=Count(times=3),
        ),
    )


def _lasting(
    r: Regulation, found: str, article: str, moves: int, count: Count, see: str = "", **stored: object
) -> End:
    articles = f"{article}, {see}" if see else article
    return r.by_moves(
        found,
        DRAW,
        "material",
        article,
        "Remis",
        f"{moves} ruchów",
        f"(art. {articles})",
        stored={"count": moves, "advantage": None, **stored},
        count=count,
    )


def _idle(r: Regulation, found: str, moves: int, count: Count) -> End:
    return r.by_moves(
        found,
        DRAW,
        "no-progress",
        "6.2",
        "Remis",
        f"{moves} ruchów",
        "(art. 6.2)",
        stored={"count": moves, "advantage": None},
        count=count,
    )


# One count for each article, as long as any of its endings stands, of either colour.
_BY_6_3 = ("3K v K", "2K+m v K", "K+2m v K", "K v 3K", "K v 2K+m", "K v K+2m")
_BY_6_4 = ("2K v K", "K+m v K", "K v K", "K v 2K", "K v K+m")

ON_64 = (
    *_common(_64),
    # 6.2, version 64: 20 moves of both
    _idle(_64, "no progress", 20, Count(plies=40, materials=("K+m v K+m",), quiet=True)),
    # 6.3, version 64: 5 where the weaker side controls the main diagonal, in all three endings
    _lasting(_64, "weaker holds, 3K v K", "6.3", 5, Count(10, ("3K v K",), holds="black"), pattern="3K v K"),
    _lasting(
        _64, "weaker holds, 2K+m v K", "6.3", 5, Count(10, ("2K+m v K",), holds="black"), pattern="2K+m v K"
    ),
    _lasting(
        _64, "weaker holds, K v K+2m", "6.3", 5, Count(10, ("K v K+2m",), holds="white"), pattern="K+2m v K"
    ),
    # 6.3, version 64: 15 in 3K v K where the stronger side occupies it
    _lasting(_64, "stronger holds", "6.3", 15, Count(30, ("3K v K",), holds="white"), pattern="3K v K"),
    # 6.3, version 64: in all other cases as 6.2
    _idle(_64, "nobody holds", 20, Count(plies=40, materials=("3K v K",), holds="nobody", quiet=True)),
    _lasting(_64, "2K v K", "6.4", 5, Count(10, _BY_6_4), pattern="2K v K"),
    _lasting(_64, "K+m v K", "6.4", 5, Count(10, _BY_6_4), pattern="K+m v K"),
    _lasting(_64, "K v K", "6.4", 5, Count(10, _BY_6_4), pattern="K v K"),
)

ON_100 = (
    *_common(_100),
    _idle(_100, "no progress", 25, Count(plies=50, materials=("K+m v K+m",), quiet=True)),
    _lasting(_100, "3K v K", "6.3", 16, Count(32, _BY_6_3), pattern="3K v K"),
    _lasting(_100, "2K+m v K", "6.3", 16, Count(32, _BY_6_3), pattern="2K+m v K"),
    _lasting(_100, "K v K+2m", "6.3", 16, Count(32, _BY_6_3), pattern="K+2m v K"),
    _lasting(_100, "2K v K", "6.4", 5, Count(10, _BY_6_4), pattern="2K v K"),
    _lasting(_100, "K+m v K", "6.4", 5, Count(10, _BY_6_4), pattern="K+m v K"),
    _lasting(_100, "K v K", "6.4", 5, Count(10, _BY_6_4), pattern="K v K"),
)

_WHITES = {"advantage": "white", "advantage_article": "6.5.2"}
_BLACKS = {"advantage": "black", "advantage_article": "6.5.2"}
_BY_WORD = {"advantage_article": "6.5.4"}
_SAID = ("z przewagą", "(1+)", "Anna", "art. 6.5.2")
_SAID_BLACK = ("z przewagą", "(1-)", "Piotr", "art. 6.5.2")

WITH_ADVANTAGE = (
    *_common(_ADVANTAGE),
    _idle(_ADVANTAGE, "no progress", 25, Count(plies=50, materials=("K+m v K+m",), quiet=True)),
    # K+2m is 4, K is 2: two men ahead are not three
    _lasting(_ADVANTAGE, "K+2m v K", "6.3", 25, Count(50, _BY_6_3), "6.5.3", pattern="K+2m v K"),
    # 2K is 4, K is 2
    _lasting(_ADVANTAGE, "2K v K", "6.4", 5, Count(10, _BY_6_4), pattern="2K v K"),
    # 3K is 6, K is 2: four ahead; 25 moves by 6.5.3, and 6.3 stands before 6.2
    _ADVANTAGE.by_moves(
        "3K v K",
        "1+",
        "material",
        "6.3",
        *_SAID,
        "25 ruchów",
        "(art. 6.3, 6.5.3)",
        stored={"count": 25, "pattern": "3K v K", **_WHITES},
        count=Count(50, _BY_6_3),
    ),
    # 2K+m is 5, K is 2: just three
    _ADVANTAGE.by_moves(
        "K v 2K+m",
        "1-",
        "material",
        "6.3",
        *_SAID_BLACK,
        "25 ruchów",
        "(art. 6.3, 6.5.3)",
        stored={"count": 25, "pattern": "2K+m v K", **_BLACKS},
        count=Count(50, _BY_6_3),
    ),
    # 2K+2m is 6, K+m is 3: just three
    _ADVANTAGE.by_moves(
        "no progress, ahead",
        "1+",
        "no-progress",
        "6.2",
        *_SAID,
        "25 ruchów",
        "(art. 6.2)",
        stored={"count": 25, **_WHITES},
        count=Count(50, ("2K+2m v K+m",), quiet=True),
    ),
    _ADVANTAGE.by_moves(
        "repetition, ahead",
        "1-",
        "repetition",
        "6.1",
        *_SAID_BLACK,
        "3 raz",
        "(art. 6.1)",
        stored={"count": 3, **_BLACKS},
        count=Count(times=3),
    ),
    _ADVANTAGE.by_word(
        "agreement, ahead",
        "1+",
        "agreement",
        "7.3.1",
        *_SAID,
        "(art. 7.3.1)",
        found="ahead",
        then=AGREED,
        stored=_WHITES,
    ),
    _ADVANTAGE.by_word(
        "agreement that would cancel it",
        "1+",
        "agreement",
        "7.3.1",
        *_SAID,
        "(art. 7.3.1)",
        found="ahead",
        then=("white: /draw minus", "black: /draw accept"),
        stored=_WHITES,
    ),
    _ADVANTAGE.by_word(
        "neither can win, ahead",
        "1+",
        "adjudication",
        "7.3.3",
        *_SAID,
        "(art. 7.3.3)",
        found="ahead",
        then=("ewa: /adjudicate {code} 1/2 martwa",),
        stored=_WHITES,
    ),
    _ADVANTAGE.by_word(
        "agreement, better side named",
        "1+",
        "agreement",
        "7.3.1",
        "z przewagą",
        "(1+)",
        "Anna",
        "art. 6.5.4",
        then=("white: /draw plus", "black: /draw accept"),
        stored={"advantage": "white", **_BY_WORD},
    ),
    _ADVANTAGE.by_word(
        "agreement, worse side named",
        "1-",
        "agreement",
        "7.3.1",
        "z przewagą",
        "(1-)",
        "Piotr",
        "art. 6.5.4",
        then=("white: /draw minus", "black: /draw accept"),
        stored={"advantage": "black", **_BY_WORD},
    ),
    _ADVANTAGE.by_word(
        "agreement, named by the other side",
        "1+",
        "agreement",
        "7.3.1",
        "z przewagą",
        "(1+)",
        "Anna",
        "art. 6.5.4",
        then=("white: /draw minus", "black: /draw decline", "black: /draw minus", "white: /draw accept"),
        stored={"advantage": "white", **_BY_WORD},
    ),
)

"""The ends of every regulation."""

from tests.games.ends import grodziec, mikolajki, pzwarc, riazor, slidy

ALL = (
    *grodziec.ENDS,
    *mikolajki.ENDS,
    *pzwarc.ON_64,
    *pzwarc.ON_100,
    *pzwarc.WITH_ADVANTAGE,
    *riazor.ENDS,
    *slidy.ENDS,
)

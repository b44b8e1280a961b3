"""The games and their regulations, as pure functions of what happened.

Nothing in this package reads files, clocks, databases or random state: time and randomness come in as
arguments, and everything that comes out is a value.
"""

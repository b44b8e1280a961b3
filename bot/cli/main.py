"""From the arguments of ``damka`` to a status; what a command needs is imported when it runs."""

from __future__ import annotations

import gc
import importlib
import os
import sys

from bot.cli.arguments import build_parser
from bot.cli.output import Output, chosen_language, leave_broken_pipe
from bot.cli.problems import Problem, explain
from bot.replies import said
from bot.texts import Catalogues, CataloguesMissing

_MODULES = {
    "console": "console",
    "run": "service",
    "moves": "engine",
    "perft": "engine",
    "replay": "replay",
    "regulations": "regulations",
    "show": "show",
    "simulate": "simulate",
    "lots": "lots",
    "db": "database",
}
"""Where each command lives: a module with a function of the command's name."""

INTERRUPTED = 130


def run(arguments: list[str]) -> int:
    """Carry out a command line: 0, or 2 where that could not be done, or 1 for a fault of our own."""
    try:
        texts = Catalogues.load()
    except CataloguesMissing as problem:
        print(f"damka: {problem}", file=sys.stderr)
        return 2
    output = Output(texts, chosen_language(arguments, os.environ))
    try:
        options = build_parser(output.words).parse(arguments)
        module = importlib.import_module(f"bot.cli.{_MODULES[options.command]}")
        gc.freeze()
        gc.enable()
        status: int = getattr(module, options.command)(options, output)
        sys.stdout.flush()
    except Problem as problem:
        output.complain(problem.said)
        return problem.status
    except BrokenPipeError:
        leave_broken_pipe()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        known = explain(error)
        if known is None and os.environ.get("DAMKA_DEBUG"):
            raise
        output.complain(known or said("cli.error.ours", what=type(error).__name__))
        return 1 if known is None else 2
    return status

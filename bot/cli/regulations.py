"""``damka regulations``: the documents that can be played by."""

from __future__ import annotations

import argparse
from typing import Any

from bot.cli.files import read_file
from bot.cli.games import find_regulation
from bot.cli.output import Output
from bot.regulations import Library, check, explain, listing, readable
from bot.replies import Verbatim, said
from rules.clock import format_clock
from rules.regulation import Regulation, RegulationErrors


def regulations(options: argparse.Namespace, output: Output) -> int:
    """List the shipped regulations, show one, or check a file."""
    match options.action:
        case "list":
            return _list(options, output)
        case "show":
            return _show(options, output)
        case _:
            return _check(options, output)


def _list(options: argparse.Namespace, output: Output) -> int:
    library = Library.shipped()
    if options.json:
        output.json([_summary(library.get(name)) for name in library.ids])
    else:
        for line in listing(library, "damka regulations show"):
            output.say(line)
    return 0


def _show(options: argparse.Namespace, output: Output) -> int:
    regulation = find_regulation(options.id)
    lines = [line.text if isinstance(line, Verbatim) else output.words(line) for line in readable(regulation)]
    if options.json:
        silent = [
            {"point": dict(point.point), "choice": dict(point.choice), "why": dict(point.why)}
            for point in regulation.silent
        ]
        output.json({**_summary(regulation), "text": lines, "silent": silent})
    else:
        for line in lines:
            output.say(line)
    return 0


def _check(options: argparse.Namespace, output: Output) -> int:
    """2 where the file is no regulation, with every problem in a line of its own."""
    content = read_file(options.file)
    try:
        regulation = check(content, source=options.file.name)
    except RegulationErrors as errors:
        sentences = explain(errors)
        if options.json:
            problems = [
                {
                    "line": problem.line,
                    "key": problem.key_path,
                    "code": problem.code.value,
                    "text": output.words(text),
                }
                for problem, text in zip(errors.problems, sentences, strict=True)
            ]
            output.json({"valid": False, "problems": problems})
        else:
            for sentence in sentences:
                output.complain(sentence)
        return 2
    if options.json:
        output.json({"valid": True, "problems": [], **_summary(regulation)})
    else:
        output.say(said("cli.regulations.valid", file=options.file.name, name=regulation.names))
    return 0


def _summary(regulation: Regulation) -> dict[str, Any]:
    source = regulation.source
    return {
        "id": regulation.id,
        "version": regulation.version,
        "schema": regulation.schema,
        "hash": regulation.hash,
        "language": regulation.language,
        "names": dict(regulation.names),
        "source": {"title": source.title, "author": source.author, "date": source.date},
        "game": regulation.play.game_type.name,
        "clock": format_clock(regulation.clock),
    }

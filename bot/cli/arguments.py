"""The arguments of ``damka``, with help and complaints in the user's language."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from bot.cli.problems import Problem
from bot.replies import Said, said
from bot.texts import LANGUAGES

Say = Callable[[Said], str]
DEEPEST_PERFT = 20
MOST_SIMULATED = 2000


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks through the catalogues, and raises Problem instead of exiting."""

    def __init__(self, *, prog: str, say: Say, description: str = "") -> None:
        self._say = say

        class Formatter(argparse.HelpFormatter):
            def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
                # argparse builds the names of subcommands with an empty prefix
                super().add_usage(
                    usage, actions, groups, say(said("cli.usage")) + ": " if prefix is None else prefix
                )

        super().__init__(
            prog=prog,
            description=description,
            formatter_class=Formatter,
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self._positionals.title = say(said("cli.arguments"))
        self._optionals.title = say(said("cli.options"))
        self.add_argument("-h", "--help", action="help", help=say(said("cli.help.help")))
        # looked for before anything else is read, since it decides in which language this parser speaks
        self.add_argument("--language", choices=LANGUAGES, help=say(said("cli.help.language")))

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Raises Problem where the arguments are not understood."""
        try:
            return self.parse_args(arguments)
        except argparse.ArgumentError as error:
            name = error.argument_name or ""
            self._refuse(said("cli.usage.argument", name=name, help=self._help_command()))

    def error(self, message: str) -> NoReturn:
        """What argparse calls for missing and for surplus arguments; it names them after a colon."""
        _, _, names = message.partition(": ")
        key = "cli.usage.surplus" if message.startswith("unrecognized") else "cli.usage.missing"
        self._refuse(said(key, names=names or message, help=self._help_command()))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            choices = tuple(str(choice) for choice in action.choices)
            self._refuse(said("cli.usage.choice", value=str(value)[:64], choices=choices))

    def _help_command(self) -> str:
        return f"{self.prog} --help"

    def _refuse(self, what: Said) -> NoReturn:
        raise Problem(what)


class _ShowVersion(argparse.Action):
    """Prints the installed version, looked up only when asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print("damka", version("damka"))
        parser.exit()


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:4]) <= DEEPEST_PERFT and len(text) <= 4):
        raise Problem(said("cli.usage.depth", value=text[:64], deepest=DEEPEST_PERFT))
    return int(text)


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Problem(said("cli.usage.now", value=text[:64])) from None
    if moment.tzinfo is None:
        raise Problem(said("cli.usage.now", value=text[:64]))
    return moment


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:5]) <= MOST_SIMULATED and len(text) <= 4):
        raise Problem(said("cli.usage.count", value=text[:64], most=MOST_SIMULATED))
    return int(text)


def _probability(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise Problem(said("cli.usage.probability", value=text[:64]))
    return value


def build_parser(say: Say) -> Parser:
    """All commands; each leaves its name in ``command`` (and ``action``)."""

    def explained(key: str) -> str:
        return say(said(key)).replace("%", "%%")

    def add(commands: Any, name: str, key: str) -> Parser:
        text = explained(key)
        added: Parser = commands.add_parser(name, help=text, description=text.replace("%%", "%"), say=say)
        return added

    def group(parser: Parser, destination: str) -> Any:
        return parser.add_subparsers(
            dest=destination, required=True, metavar=say(said("cli.command")), title=say(said("cli.commands"))
        )

    def database_option(parser: Parser) -> None:
        parser.add_argument("--db", metavar="PATH", help=explained("cli.help.db-option"))

    def json_option(parser: Parser) -> None:
        parser.add_argument("--json", action="store_true", help=explained("cli.help.json"))

    parser = Parser(prog="damka", description=say(said("cli.help.damka")), say=say)
    parser.add_argument("--version", action=_ShowVersion, help=explained("cli.help.version"))
    commands = group(parser, "command")

    console = add(commands, "console", "cli.help.console")
    database_option(console)
    console.add_argument("--jsonl", action="store_true", help=explained("cli.help.jsonl"))
    console.add_argument(
        "--clock", choices=("real", "virtual"), default="real", help=explained("cli.help.clock")
    )
    console.add_argument("--now", metavar="TIME", type=_moment, help=explained("cli.help.now"))
    console.add_argument("--pictures", metavar="DIR", type=Path, help=explained("cli.help.pictures"))

    run = add(commands, "run", "cli.help.run")
    run.add_argument("--config", metavar="FILE", type=Path, help=explained("cli.help.config"))

    moves = add(commands, "moves", "cli.help.moves")
    moves.add_argument("game", metavar="GAME", help=explained("cli.help.game"))
    moves.add_argument("fen", metavar="FEN", help=explained("cli.help.fen-or-lines"))
    moves.add_argument("--violations", action="store_true", help=explained("cli.help.violations"))
    json_option(moves)

    perft = add(commands, "perft", "cli.help.perft")
    perft.add_argument("game", metavar="GAME", help=explained("cli.help.game"))
    perft.add_argument("depth", metavar="DEPTH", type=_number, help=explained("cli.help.depth"))
    perft.add_argument("--fen", metavar="FEN", help=explained("cli.help.fen"))
    json_option(perft)

    replay = add(commands, "replay", "cli.help.replay")
    replay.add_argument("file", metavar="FILE", type=Path, help=explained("cli.help.pdn-file"))
    chosen = replay.add_mutually_exclusive_group()
    chosen.add_argument("--regulation", metavar="ID", help=explained("cli.help.regulation"))
    chosen.add_argument("--game", metavar="PRESET", help=explained("cli.help.preset"))
    json_option(replay)

    regulations = group(add(commands, "regulations", "cli.help.regulations"), "action")
    json_option(add(regulations, "list", "cli.help.regulations-list"))
    show = add(regulations, "show", "cli.help.regulations-show")
    show.add_argument("id", metavar="ID", help=explained("cli.help.regulation"))
    json_option(show)
    check = add(regulations, "check", "cli.help.regulations-check")
    check.add_argument("file", metavar="FILE", type=Path, help=explained("cli.help.regulation-file"))
    json_option(check)

    shown = add(commands, "show", "cli.help.show")
    kinds = group(shown, "action")
    game = add(kinds, "game", "cli.help.show-game")
    game.add_argument("id", metavar="ID", help=explained("cli.help.code"))
    database_option(game)
    json_option(game)
    tournament = add(kinds, "tournament", "cli.help.show-tournament")
    tournament.add_argument("id", metavar="ID", help=explained("cli.help.event-id"))
    database_option(tournament)
    json_option(tournament)

    simulate = add(commands, "simulate", "cli.help.simulate")
    simulate.add_argument("regulation", metavar="REGULATION", help=explained("cli.help.regulation"))
    simulate.add_argument(
        "--players", metavar="N", type=_count, default=8, help=explained("cli.help.players")
    )
    simulate.add_argument("--seed", metavar="S", type=int, default=1, help=explained("cli.help.seed"))
    simulate.add_argument("--rounds", metavar="R", type=_count, help=explained("cli.help.rounds"))
    simulate.add_argument(
        "--leave", metavar="P", type=_probability, default=0.0, help=explained("cli.help.leave")
    )
    simulate.add_argument(
        "--late", metavar="P", type=_probability, default=0.0, help=explained("cli.help.late")
    )
    simulate.add_argument("--out", metavar="DIR", type=Path, help=explained("cli.help.out"))

    lots = group(add(commands, "lots", "cli.help.lots"), "action")
    verified = add(lots, "verify", "cli.help.lots-verify")
    verified.add_argument("file", metavar="FILE", type=Path, nargs="?", help=explained("cli.help.lots-file"))
    verified.add_argument("--secret", metavar="TEXT", help=explained("cli.help.lots-secret"))
    verified.add_argument("--commitment", metavar="HASH", help=explained("cli.help.lots-commitment"))
    verified.add_argument("--order", metavar="NUMBERS", help=explained("cli.help.lots-order"))
    verified.add_argument("--words", metavar="WORDS", help=explained("cli.help.lots-words"))
    json_option(verified)

    database = group(add(commands, "db", "cli.help.db"), "action")
    database_option(add(database, "migrate", "cli.help.db-migrate"))
    checked = add(database, "check", "cli.help.db-check")
    json_option(checked)
    database_option(checked)
    backup = add(database, "backup", "cli.help.db-backup")
    backup.add_argument("file", metavar="FILE", type=Path, help=explained("cli.help.backup-file"))
    database_option(backup)
    restore = add(database, "restore", "cli.help.db-restore")
    restore.add_argument("file", metavar="FILE", type=Path, help=explained("cli.help.restore-file"))
    database_option(restore)
    copy = add(database, "copy", "cli.help.db-copy")
    copy.add_argument("source", metavar="FROM", help=explained("cli.help.copy-from"))
    copy.add_argument("target", metavar="TO", help=explained("cli.help.copy-to"))
    return parser

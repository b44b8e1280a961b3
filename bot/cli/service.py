"""``damka run``: the bot on the platforms for which there are tokens."""

from __future__ import annotations

import argparse
import os

from bot.cli.output import Output
from bot.cli.problems import Problem
from bot.config import PLATFORMS, ConfigError, default_config_file, load_config, token_variable
from bot.replies import said


def run(options: argparse.Namespace, output: Output) -> int:
    """Without a token there is nothing to run on: say so, how to get one, and what works without."""
    try:
        config = load_config(options.config)
        tokens = [platform for platform in PLATFORMS if config.token(platform, os.environ) is not None]
    except ConfigError as error:
        raise Problem(error.said) from None
    if not tokens:
        output.complain(said("cli.run.no-token", file=str(options.config or default_config_file())))
        output.complain(said("cli.run.telegram", variable=token_variable("telegram")))
        output.complain(said("cli.run.discord", variable=token_variable("discord")))
        raise Problem(said("cli.run.console"))
    raise Problem(said("cli.run.no-adapter", platforms=tuple(tokens)))

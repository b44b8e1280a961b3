"""``damka run``: the bot on the platforms for which there are tokens."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pydantic import SecretStr

from bot.chats.port import Adapter, AdapterError
from bot.cli.addresses import console_address
from bot.cli.output import Output
from bot.cli.problems import Problem
from bot.config import PLATFORMS, Config, ConfigError, default_config_file, load_config, token_variable
from bot.logs import Style, start_logging
from bot.metrics import Metrics
from bot.replies import said


def run(options: argparse.Namespace, output: Output) -> int:
    """Run until it is told to end: 0 then, or 2 where no platform takes the bot.

    Without a token there is nothing to run on: says so, how to get one, and what works without.
    """
    try:
        config = load_config(options.config)
        tokens = {
            platform: token
            for platform in PLATFORMS
            if (token := config.token(platform, os.environ)) is not None
        }
        secrets = [*tokens.values(), *config.secrets]
    except ConfigError as error:
        raise Problem(error.said) from None
    if not tokens:
        output.complain(said("cli.run.no-token", file=str(options.config or default_config_file())))
        output.complain(said("cli.run.telegram", variable=token_variable("telegram")))
        output.complain(said("cli.run.discord", variable=token_variable("discord")))
        raise Problem(said("cli.run.console"))
    start_logging(Style(config.log.style), secrets)
    with _watching(config) as metrics:
        return asyncio.run(_serve(config, tokens, metrics, output))


@contextmanager
def _watching(config: Config) -> Iterator[Metrics | None]:
    """The page for whoever watches the bot, if there is to be one. Raises Problem where its port is taken."""
    port = config.monitoring.port
    if port is None:
        yield None
        return
    from bot.monitoring import Monitor

    try:
        monitor = Monitor(port)
    except OSError:
        raise Problem(said("cli.run.port-taken", port=port, section="[monitoring]")) from None
    with monitor:
        yield monitor


async def _serve(
    config: Config, tokens: Mapping[str, SecretStr], metrics: Metrics | None, output: Output
) -> int:
    told_to_end = asyncio.Event()
    # first of all: the first process of a container is deaf to what it does not catch
    if sys.platform != "win32":
        for each in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(each, told_to_end.set)
    from bot.app import running
    from bot.timekeeper import WallClock

    adapters = _adapters(config, tokens, output)
    url = config.database.url
    try:
        async with running(
            console_address(None if url is None else url.get_secret_value()),
            adapters,
            output.texts,
            WallClock(),
            language=output.language,
            metrics=metrics,
        ) as damka:
            talking = [asyncio.create_task(_run(adapter, damka, output)) for adapter in adapters.values()]
            end = asyncio.create_task(told_to_end.wait())
            try:
                while not told_to_end.is_set() and (left := [task for task in talking if not task.done()]):
                    await asyncio.wait((end, *left), return_when=asyncio.FIRST_COMPLETED)
                if told_to_end.is_set():
                    await damka.finish()  # before the connections close: what is on its way arrives
            finally:
                for task in (end, *talking):
                    task.cancel()
                await asyncio.gather(end, *talking, return_exceptions=True)
    except asyncio.CancelledError:
        return 0
    return 0 if told_to_end.is_set() else 2


async def _run(adapter: Adapter, damka: Any, output: Output) -> None:
    """Run one platform; what ends it is told, and ends no other."""
    try:
        await damka.talk(adapter)
    except AdapterError as error:
        output.complain(error.said)


def _adapters(config: Config, tokens: Mapping[str, SecretStr], output: Output) -> dict[str, Adapter]:
    """An adapter for each platform, but for one that cannot work, which is told. Raises Problem where
    none is left."""
    made: dict[str, Adapter] = {}
    for platform, token in tokens.items():
        make = importlib.import_module(f"bot.chats.{platform}").make
        try:
            made[platform] = make(token, getattr(config, platform))
        except (AdapterError, ConfigError) as error:
            if len(tokens) == 1:
                raise Problem(error.said) from None
            output.complain(error.said)
    if not made:
        raise Problem(said("cli.run.nothing-left"))
    return made

"""The one table of commands; the modules that declare them register here when they are imported."""

from __future__ import annotations

from bot.commands.declaration import Registry

COMMANDS = Registry()

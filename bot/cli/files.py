"""Files that a user names on the command line."""

from __future__ import annotations

from pathlib import Path

from bot.cli.problems import Problem, explain_file
from bot.replies import said

LARGEST = 16 << 20
"""bytes of a file that are read"""


def read_file(path: Path) -> bytes:
    """The content of ``path``. Raises Problem."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise Problem(said("cli.error.no-file", path=str(path))) from None
    except (OSError, ValueError) as error:
        raise Problem(explain_file(str(path), error)) from None
    if len(content) > LARGEST:
        raise Problem(said("cli.error.too-large", path=str(path)))
    return content

"""The command ``damka``; ``python -m bot`` is the same."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line of this process; the status to end with."""
    from bot.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

"""The command ``damka``; ``python -m bot`` is the same."""

from __future__ import annotations

import gc
import sys


def main() -> int:
    """Run the command line of this process; the status to end with."""
    gc.disable()  # until everything is imported: none of that is garbage, and looking for some takes a while
    from bot.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

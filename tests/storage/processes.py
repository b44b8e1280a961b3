"""Other processes that open a database: to own it, to be killed, or without a right to write."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


async def run_python(program: str, *arguments: str, prefix: tuple[str, ...] = ()) -> tuple[int, str]:
    """Run a program to its end; returns its status (negative: the signal) and what it printed."""
    process = await asyncio.create_subprocess_exec(
        *prefix,
        sys.executable,
        "-c",
        program,
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=ROOT,
    )
    printed, _ = await process.communicate()
    return process.returncode or 0, printed.decode()


def obeying_permissions() -> tuple[str, ...]:
    """What to start a program with so that file permissions hold for it, even for root."""
    if os.name != "posix":
        pytest.skip("permissions of folders work differently here")
    if os.geteuid() != 0:
        return ()
    if (setpriv := shutil.which("setpriv")) is None:
        pytest.skip("root may write everywhere, and there is no setpriv to give that right up")
    return (
        setpriv,
        "--bounding-set=-dac_override,-dac_read_search",
        "--inh-caps=-dac_override,-dac_read_search",
    )

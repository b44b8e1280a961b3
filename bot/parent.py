"""A process of ours does not outlive the program that started it, however that ends."""

from __future__ import annotations

import multiprocessing
import os
import threading
from multiprocessing.process import BaseProcess


def end_with_parent() -> None:
    """From now on this process ends as soon as the one that started it has gone.

    A worker waits for work on a pipe that it holds open itself, so it would never notice: after the program
    was killed it would stay, and keep the program's output open.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_after, args=(parent,), daemon=True).start()


def _leave_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)

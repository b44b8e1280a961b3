"""What all tests share: the texts they read are those of the topic files as they stand."""

import pytest

from bot.texts.compile import compile_catalogues


def pytest_configure(config: pytest.Config) -> None:
    # With several workers the one that hands out the tests compiles before it starts them.
    if not hasattr(config, "workerinput"):
        compile_catalogues()

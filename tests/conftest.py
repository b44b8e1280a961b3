"""What all tests share: the texts they read are those of the topic files as they stand."""

import os

import pytest
from hypothesis import settings

from bot.texts.compile import compile_catalogues

# A busy machine is no fault of an example. Elsewhere each run looks at new examples; where the outcome decides
# whether a change is taken, everybody looks at the same ones.
settings.register_profile("damka", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("damka")


def pytest_configure(config: pytest.Config) -> None:
    # With several workers the one that hands out the tests compiles before it starts them.
    if not hasattr(config, "workerinput"):
        compile_catalogues()

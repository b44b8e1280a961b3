"""The one step of the build that pyproject.toml cannot state: the catalogues are compiled before packing."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithTexts(build_py):
    """Compiles the topic files in place, for a wheel and for an editable installation alike."""

    def run(self) -> None:
        sys.path.insert(0, str(Path(__file__).parent))
        from bot.texts.compile import compile_catalogues

        compile_catalogues()
        super().run()


setup(cmdclass={"build_py": BuildWithTexts})

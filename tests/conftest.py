"""What all tests share: which of them run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the full tier as well")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long") and config.option.markexpr == "not long and not bench":
        config.option.markexpr = "not bench"

"""The messages of every game: ``en.toml`` and a file for each other language (``rules.kernel.messages``)."""

from pathlib import Path

from rules.kernel.messages import Texts

TEXTS = Texts(__name__, Path(__file__).parent)
say = TEXTS.say
joined = TEXTS.joined

"""What the engine of Lanterns says, and what people read of it."""

from pathlib import Path

from rules.kernel import texts as kernel
from rules.kernel.messages import Texts

TEXTS = Texts(__name__, Path(__file__).parent, kernel.TEXTS)
say = TEXTS.say

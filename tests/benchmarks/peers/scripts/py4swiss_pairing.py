"""Pairs the tournament file named as the argument by the Dutch system of py4swiss. Out, as JSON: pairs and processor
seconds, the reading of the file not counted."""

import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

engines: Any = importlib.import_module("py4swiss.engines")
trf: Any = importlib.import_module("py4swiss.trf")

read = trf.TrfParser.parse(Path(sys.argv[1]), strict=False)
begun = time.process_time()
pairs = engines.DutchEngine.generate_pairings(read)
seconds = time.process_time() - begun
# a bye is a pair with 0
print(json.dumps({"pairs": sum(0 not in (pair.white, pair.black) for pair in pairs), "seconds": seconds}))

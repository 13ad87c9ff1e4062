"""Clocks that step: a jump of the time is noticed, kept as a row, and every running clock moved with it."""

"""The launcher behind run.py: makes the environment, starts and watches the parts, runs the checks.

`entry`, `environment` and `lock` use the standard library alone: they run before anything is installed.
"""

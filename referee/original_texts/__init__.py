"""The wording of a rulebook, brought in by who owns it and shown to nobody else."""

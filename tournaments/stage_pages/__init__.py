"""The pages of a stage: the bracket, the cross table, the sheets of pods, and who is in before it begins."""

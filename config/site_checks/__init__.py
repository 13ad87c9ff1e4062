"""Whether a site is set up and runs as it should, one sentence for each thing that is looked at."""

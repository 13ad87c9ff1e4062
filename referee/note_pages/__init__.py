"""Writing notes at entries: from the replay and over the API."""

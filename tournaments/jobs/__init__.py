"""Long work in chunks: begun, done by whichever process claims it, with progress, cancelled, resumed."""

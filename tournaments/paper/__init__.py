"""What an event prints: PDFs drawn by the site, so that no browser and no network is needed for them."""

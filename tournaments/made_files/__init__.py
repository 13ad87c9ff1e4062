"""Files of large events: made as long work, kept a day, downloaded at the address that asked for them."""

"""What is wrong with a backup, or with the place it goes to."""


class BadBackup(Exception):
    """A file that is no backup, or not whole, or of a newer version of the site; the message says which."""


class NotHere(Exception):
    """This site cannot take the backup in as it is; the message says what to do."""

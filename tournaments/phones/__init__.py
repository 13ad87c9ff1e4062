"""The site on a phone: installed on its home screen, and where it leads when it is opened there."""

"""The words of forms and buttons in the reader's language."""

"""What all pages share: context, settings of the reader, forms, actors."""

"""What is legal: for each verb its ``verify``, which records what stands in an entry's way, and the rules it shares
with others. Imports ``reading`` alone of the floors."""

"""The rules of legality: for each verb its ``verify``, which records why an entry is illegal, and the rules it shares
with others. Imports ``reading`` alone of the floors."""

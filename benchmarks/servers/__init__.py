"""Real servers under load, with their own date and with gnomon's."""

BLOCK = "servers under load"  # of RESULTS.md, which every other run carries over

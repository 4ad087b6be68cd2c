"""The core alone: beside native peers, and counted instruction by instruction."""

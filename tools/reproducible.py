"""Rewrites an sdist so that the same files make the same bytes.

setuptools keeps the times, modes and owners of files, and gzip the time of day;
SOURCE_DATE_EPOCH changes that for wheels only.
"""

import gzip
import tarfile
from pathlib import Path


def plain(member: tarfile.TarInfo, epoch: int) -> tarfile.TarInfo:
    """What the member is, without who built it, where and when."""
    fresh = tarfile.TarInfo(member.name)
    fresh.type = member.type
    fresh.size = member.size
    fresh.mtime = epoch
    fresh.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return fresh


def rewrite(sdist: Path, epoch: int) -> None:
    """Rewrite the archive in place, its files sorted and dated `epoch`."""
    draft = sdist.with_suffix(".draft")
    with (
        tarfile.open(sdist) as old,
        draft.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, epoch) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda each: each.name):
            new.addfile(plain(member, epoch), old.extractfile(member))
    draft.replace(sdist)

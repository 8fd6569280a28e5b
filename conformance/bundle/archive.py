"""Bundles in a zip file, unpacked with care: they come from strangers."""

import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from conformance.bundle.manifest import FILE, BundleError
from conformance.bundle.verifying import MOST_BYTES, MOST_FILES


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Give the folder of a bundle: itself, or what a zip file holds, in a folder that is removed afterwards.

    Raises ``BundleError`` for what is neither, is too large, or would leave its folder.
    """
    if path.is_dir():
        yield path
        return
    with TemporaryDirectory() as place:
        try:
            with zipfile.ZipFile(path) as archive:
                for member in _checked(path, archive):
                    archive.extract(member, place)
        except FileNotFoundError:
            raise BundleError(path, "there is no such folder or file", "name a bundle") from None
        except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
            raise BundleError(path, f"cannot be unpacked: {error}", "name a folder, or a zip file of it") from None
        manifests = sorted(Path(place).glob(f"*/{FILE}"))
        yield Path(place) if (Path(place) / FILE).is_file() or len(manifests) != 1 else manifests[0].parent


def _checked(path: Path, archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    members = archive.infolist()
    if len(members) > 2 * MOST_FILES or sum(member.file_size for member in members) > MOST_BYTES:
        raise BundleError(path, f"more than {2 * MOST_FILES} entries or {MOST_BYTES} bytes", "split the bundle")
    for member in members:
        name = PurePosixPath(member.filename.replace("\\", "/"))
        if name.is_absolute() or ".." in name.parts or stat.S_ISLNK(member.external_attr >> 16):
            raise BundleError(path, f"{member.filename!r}: a link, or outside of its folder", "zip the files alone")
        yield member

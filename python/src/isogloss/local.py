# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""An installation of Isogloss on this machine: its server and its commands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from isogloss.client import DEFAULT_TIMEOUT, Client
from isogloss.errors import CommandFailedError, CommandNotFoundError, IsoglossError

LISTENING = re.compile(r"Listening at (https?://\S+?)/? ")
LINES_OF_AN_ERROR = 20
SECONDS_TO_STOP = 30

INSTALLATION = Path(__file__).parent / "_installation"  # in the wheels of platforms
UNPACKED = (Path.home() / "opt", Path("/opt"))


def command() -> str:
    """The program ``isogloss``.

    It is the one in the folder that the environment variable ``ISOGLOSS_HOME`` names, which is an
    unpacked archive or a clone of the sources; else that of the wheel, if it contains one; else the
    one on the ``PATH``; else the folder ``isogloss*`` of ``~/opt`` or ``/opt`` that is the newest.
    """
    home = os.environ.get("ISOGLOSS_HOME")
    if home:
        program = _program(Path(home))
        if program is None:
            raise CommandNotFoundError(f"ISOGLOSS_HOME is {home}, which has no program isogloss")
        return program
    found = _program(INSTALLATION) or shutil.which("isogloss") or _unpacked()
    if found is None:
        raise CommandNotFoundError(
            "there is no program isogloss: unpack an archive of Isogloss in ~/opt, add its folder "
            "bin to PATH, or name the folder in the environment variable ISOGLOSS_HOME"
        )
    return found


def samples() -> Path:
    """The folder ``samples`` of the installation, with small real data in many languages."""
    program = Path(command()).resolve()
    for folder in (program.parent / "samples", program.parent.parent / "samples"):
        if folder.is_dir():
            return folder
    raise IsoglossError(f"there is no folder samples next to {program}")


def _program(home: Path) -> str | None:
    name = "isogloss.bat" if os.name == "nt" else "isogloss"
    for program in (home / "bin" / name, home / name):
        if os.access(program, os.X_OK) and program.is_file():
            return str(program)
    return None


def _unpacked() -> str | None:
    """The program of the newest folder."""
    folders = [each for root in UNPACKED for each in root.glob("isogloss*") if _program(each)]
    return _program(max(folders, key=lambda each: each.stat().st_mtime)) if folders else None


def run(*arguments: str | os.PathLike[str]) -> str:
    """Runs a command, such as ``run("mine", "en.txt", "de.txt", "--to", "pairs.tsv")``.

    Returns:
        what it writes to standard output

    Raises:
        CommandFailedError: if its exit status is not 0
    """
    done = subprocess.run(
        [command(), *(os.fspath(argument) for argument in arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise CommandFailedError(done.returncode, _end(done.stderr.splitlines()))
    return done.stdout


@contextmanager
def serve(
    indexes: str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]] | None = None,
    *,
    models: str | Sequence[str] = (),
    create: bool = False,
    options: Sequence[str] = (),
    start_timeout: float = 180.0,
    timeout: float = DEFAULT_TIMEOUT,
) -> Iterator[Client]:
    """Starts a server on this machine, at a free port, and stops it at the end of the block.

    Args:
        indexes: the folder of an index, or folders by names
        models: models to serve besides those of the indexes
        create: whether to create an index whose folder is missing or empty
        options: other options of ``isogloss serve``
        start_timeout: seconds until indexes and models must be open
        timeout: seconds that the client waits for a reply

    Yields:
        a client of the server
    """
    arguments = [command(), "serve", "--host=127.0.0.1", "--port=0"]
    arguments += [f"--index={index}" for index in _indexes(indexes)]
    arguments += [f"--model={model}" for model in ([models] if isinstance(models, str) else models)]
    arguments += ["--create"] if create else []
    process = subprocess.Popen(
        [*arguments, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    log = _Log(process)
    try:
        with Client(log.address(start_timeout), timeout=timeout) as client:
            client.wait_until_ready(start_timeout)
            yield client
    finally:
        _stop(process)
        log.close()


class _Log:
    """Reads standard error of a server, so that the pipe never fills, and keeps its last lines."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        self._process = process
        self._lines: deque[str] = deque(maxlen=LINES_OF_AN_ERROR)
        self._listening: str | None = None
        self._known = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(process.stderr,), daemon=True)
        self._thread.start()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._lines.append(line.rstrip("\n"))
            found = LISTENING.search(line)
            if found:
                self._listening = found.group(1)
                self._known.set()
        self._known.set()

    def address(self, seconds: float) -> str:
        """The address of the server, as soon as it listens."""
        if not self._known.wait(seconds):
            raise IsoglossError(f"the server did not start within {seconds:g} seconds")
        if self._listening is None:
            raise CommandFailedError(self._process.wait(), _end(self._lines))
        return self._listening

    def close(self) -> None:
        self._thread.join()
        assert self._process.stderr is not None
        self._process.stderr.close()


def _indexes(
    indexes: str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]] | None,
) -> list[str]:
    if indexes is None:
        return []
    if isinstance(indexes, Mapping):
        return [f"{name}={os.fspath(folder)}" for name, folder in indexes.items()]
    return [os.fspath(indexes)]


def _stop(process: subprocess.Popen[str]) -> None:
    """Lets the server finish its requests and write its documents; kills it if it does not end."""
    process.terminate()
    try:
        process.wait(SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _end(lines: Iterable[str]) -> str:
    kept = [line for line in lines if not line.startswith("WARNING: Using incubator")]
    return "\n".join(kept[-LINES_OF_AN_ERROR:]).strip() or "it ended without a message"

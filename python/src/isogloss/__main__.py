# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Runs a command of Isogloss: ``python -m isogloss search "where does the cat sleep"``."""

from __future__ import annotations

import subprocess
import sys

from isogloss import IsoglossError, command


def main() -> int:
    """Runs the program with the arguments of this one, and returns its exit status."""
    try:
        program = command()
    except IsoglossError as e:
        print(f"isogloss: {e}", file=sys.stderr)
        return 1
    return subprocess.run([program, *sys.argv[1:]], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

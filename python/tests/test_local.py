# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import isogloss
from isogloss import local


def test_runs_a_command() -> None:
    assert isogloss.run("--version").startswith("isogloss ")


def test_a_command_that_fails_says_why() -> None:
    with pytest.raises(isogloss.CommandFailedError, match="serv") as e:
        isogloss.run("serv")

    assert e.value.status != 0


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    with (
        pytest.raises(isogloss.IsoglossError, match="none-of-these"),
        isogloss.serve(tmp_path / "none-of-these"),
    ):
        pass


def test_a_missing_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ISOGLOSS_HOME", str(tmp_path))
    with pytest.raises(isogloss.CommandNotFoundError, match="ISOGLOSS_HOME"):
        isogloss.command()

    monkeypatch.delenv("ISOGLOSS_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(local, "UNPACKED", (tmp_path,))
    with pytest.raises(isogloss.CommandNotFoundError, match="PATH"):
        isogloss.command()


def test_finds_the_newest_archive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ISOGLOSS_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(local, "UNPACKED", (tmp_path / "missing", tmp_path))
    for number, name in enumerate(["isogloss-0.2.0", "isogloss-0.1.0", "isogloss-empty"]):
        program = tmp_path / name / "bin" / "isogloss"
        program.parent.mkdir(parents=True)
        program.touch(0o755 if name != "isogloss-empty" else 0o644)
        os.utime(tmp_path / name, (number, number))

    assert isogloss.command() == str(tmp_path / "isogloss-0.1.0" / "bin" / "isogloss")


def test_a_module_runs_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def module() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "isogloss", "--version"], capture_output=True, text=True
        )

    assert module().stdout.startswith("isogloss ")
    monkeypatch.setenv("ISOGLOSS_HOME", str(tmp_path))
    failed = module()
    assert failed.returncode == 1
    assert failed.stderr.startswith(f"isogloss: ISOGLOSS_HOME is {tmp_path}")


def test_the_server_ends_with_its_block() -> None:
    with isogloss.serve(models="tiny") as client:
        assert client.models() == ["tiny"]
        address = client.address

    with pytest.raises(isogloss.ConnectionFailedError), isogloss.Client(address) as other:
        other.models()

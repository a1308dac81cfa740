# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

from pathlib import Path

import pytest

import isogloss


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
    with pytest.raises(isogloss.CommandNotFoundError, match="PATH"):
        isogloss.command()


def test_the_server_ends_with_its_block() -> None:
    with isogloss.serve(models="tiny") as client:
        assert client.models() == ["tiny"]
        address = client.address

    with pytest.raises(isogloss.ConnectionFailedError), isogloss.Client(address) as other:
        other.models()

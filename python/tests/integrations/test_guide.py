# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import isogloss

for package in ("pyterrier", "ir_measures", "langchain_core", "llama_index", "haystack"):
    pytest.importorskip(package)

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "python.md"


def test_the_programs_of_the_guide_run(
    client: isogloss.Client,
    library: isogloss.Index,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    library.delete_where("id exists")
    monkeypatch.chdir(tmp_path)
    pairs = [
        "The house.\tDas Haus.",
        "A house\tEin Haus",
        "The book.\tDas Buch.",
        "A book\tEin Buch",
    ]
    Path("en-de.tsv").write_text("\n".join(pairs), "utf-8")
    names: dict[str, Any] = {}

    for program in re.findall(r"^```python\n(.*?)^```", GUIDE.read_text("utf-8"), re.M | re.S):
        exec(program.replace("http://localhost:8080", client.address), names)

    printed = capsys.readouterr().out
    assert "Haus 2\n" in printed
    assert "roof Die Katze schläft auf dem warmen Dach." in printed
    assert printed.count("Die Katze schläft auf dem warmen Dach.\n") == 3

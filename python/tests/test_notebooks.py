# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted(Path(__file__).parents[1].joinpath("notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    notebook = nbformat.read(file, as_version=4)

    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()

    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert any("text/html" in output.get("data", {}) for cell in cells for output in cell.outputs)


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_outputs_are_not_stored(file: Path) -> None:
    cells = [cell for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code"]

    assert len(NOTEBOOKS) == 3
    assert not any(cell.outputs or cell.execution_count for cell in cells)

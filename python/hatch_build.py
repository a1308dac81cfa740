# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Builds the wheel of a platform, with an installation of Isogloss and its Java runtime inside.

The environment variable ISOGLOSS_STANDALONE names a folder that ``deploy/standalone`` has written.
Without it, the wheel has no installation and is that of all platforms.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# ONNX Runtime needs the C library of manylinux_2_28, Java an earlier one.
PLATFORMS = {"x86_64": "manylinux_2_28_x86_64", "aarch64": "manylinux_2_28_aarch64"}


class InstallationHook(BuildHookInterface):
    """Adds the installation to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        folder = os.environ.get("ISOGLOSS_STANDALONE")
        if not folder or self.target_name != "wheel" or version != "standard":
            return
        if not Path(folder, "runtime", "bin", "java").is_file():
            raise FileNotFoundError(
                f"ISOGLOSS_STANDALONE is {folder}, which has no runtime/bin/java: write it with "
                "deploy/standalone of an unpacked archive"
            )
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{PLATFORMS[platform.machine()]}"
        build_data["force_include"][folder] = "isogloss/_installation"

# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Isogloss in other packages of Python, a module for each of them.

Each module imports its package, which the extra of the same name installs, such as
``pip install "isogloss[pyterrier]"``.
"""

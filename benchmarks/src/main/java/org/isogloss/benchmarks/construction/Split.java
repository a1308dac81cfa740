// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

/** A part of a test collection. */
public enum Split {
  TRAIN("train"),
  VALIDATION("dev"),
  TEST("test");

  private final String fileName;

  Split(String fileName) {
    this.fileName = fileName;
  }

  /** The name in the names of files, as in CLIRMatrix and BEIR: train, dev, test. */
  public String fileName() {
    return fileName;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

/** The numeric precision of the layers of an exported transformer. */
public enum Precision {
  /** Single precision: the reference. */
  FP32("model.onnx"),
  /**
   * Matrix products in eight bits: weights with one scale per output, activations with one scale
   * per token that is computed at run time; all other operations in single precision.
   */
  INT8("model_int8.onnx");

  private final String fileName;

  Precision(String file) {
    this.fileName = file;
  }

  /** Returns the file name of such a graph in the folder {@code onnx} of a model. */
  public String fileName() {
    return fileName;
  }
}

package org.isogloss.runtime.export;

/** In what numbers the layers of an exported transformer compute. */
public enum Precision {
  /** Single precision: the reference. */
  FP32("model.onnx"),
  /**
   * Matrix products in eight bits: weights with a scale for each output, activations with a scale
   * for each piece of text that is found as it comes; the rest in single precision.
   */
  INT8("model_int8.onnx");

  private final String fileName;

  Precision(String file) {
    this.fileName = file;
  }

  /** The name that such a graph has in the folder {@code onnx} of a model. */
  public String fileName() {
    return fileName;
  }
}

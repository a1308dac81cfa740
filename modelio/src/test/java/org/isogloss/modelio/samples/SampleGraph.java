// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Random encoders of types that Isogloss has no description of, with the graphs that PyTorch
 * exported and the vectors that it computes. {@code performance/peers/foreign_graphs.py} wrote
 * them.
 */
public enum SampleGraph {
  /** Vectors of tokens and the number of the segment as an input; one file. */
  ELECTRA,
  /** A decoder: vectors of texts, positions as an input, and external data. */
  LLAMA;

  private static final List<String> FILES =
      List.of(
          "config.json",
          "model.onnx",
          "model.onnx_data",
          "onnx/model.onnx",
          "tokenizer.json",
          "tokenizer_config.json",
          "modules.json",
          "1_Pooling/config.json",
          "config_sentence_transformers.json");

  /** Copies the folder to a new folder below the given one. */
  public Path copyInto(Path parent) {
    return folder().copyTo(parent.resolve(folderName()), FILES);
  }

  /** Returns what Python computes; there are no rows of token vectors. */
  public SampleEncoder.Golden golden() {
    return folder().golden();
  }

  private SampleFolder folder() {
    return new SampleFolder("foreign-graphs/" + folderName());
  }

  /** Returns the name of the copied folder. */
  public String folderName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

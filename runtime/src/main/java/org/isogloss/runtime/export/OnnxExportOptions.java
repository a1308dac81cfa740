// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static java.util.Objects.requireNonNull;

/**
 * Options of an exported graph.
 *
 * @param hiddenStates whether to output the vectors of all tokens too, as {@code last_hidden_state}
 * @param singleFile whether the weights are in the same file as the graph, which is easier to
 *     distribute; otherwise they are next to it in {@code NAME_data} and are mapped into memory
 */
public record OnnxExportOptions(
    Precision precision, VocabularyFormat vocabulary, boolean hiddenStates, boolean singleFile) {
  public OnnxExportOptions {
    requireNonNull(precision, "precision is null");
    requireNonNull(vocabulary, "vocabulary is null");
  }

  /**
   * Returns the default options for a precision: the vocabulary in the same precision, the weights
   * in a separate file.
   */
  public static OnnxExportOptions forPrecision(Precision precision) {
    return new OnnxExportOptions(
        precision,
        precision == Precision.FP32 ? VocabularyFormat.FP32 : VocabularyFormat.INT8,
        false,
        false);
  }

  public OnnxExportOptions withVocabulary(VocabularyFormat vocabulary) {
    return new OnnxExportOptions(precision, vocabulary, hiddenStates, singleFile);
  }

  public OnnxExportOptions withHiddenStates(boolean hiddenStates) {
    return new OnnxExportOptions(precision, vocabulary, hiddenStates, singleFile);
  }

  public OnnxExportOptions withSingleFile(boolean singleFile) {
    return new OnnxExportOptions(precision, vocabulary, hiddenStates, singleFile);
  }
}

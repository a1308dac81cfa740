package org.isogloss.runtime.export;

import static java.util.Objects.requireNonNull;

/**
 * What kind of graph is written.
 *
 * @param hiddenStates whether the vectors of all pieces are an output too, {@code
 *     last_hidden_state}
 * @param singleFile whether the weights are in the graph's own file, which is easier to ship; else
 *     they are beside it in {@code NAME_data}, from where they are mapped into memory
 */
public record OnnxExportOptions(
    Precision precision, VocabularyFormat vocabulary, boolean hiddenStates, boolean singleFile) {
  public OnnxExportOptions {
    requireNonNull(precision, "precision is null");
    requireNonNull(vocabulary, "vocabulary is null");
  }

  /** The usual graph of a precision: the vocabulary likewise, weights beside the graph. */
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

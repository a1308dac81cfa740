package org.isogloss.runtime;

import static java.util.Objects.requireNonNull;

/**
 * What kind of graph is written.
 *
 * @param hiddenStates whether the vectors of all pieces are an output too, {@code
 *     last_hidden_state}
 * @param oneFile whether the weights are in the graph's own file, which is easier to ship; else
 *     they are beside it in {@code NAME_data}, from where they are mapped into memory
 */
public record OnnxExportOptions(
    Precision precision, VocabularyFormat vocabulary, boolean hiddenStates, boolean oneFile) {
  public OnnxExportOptions {
    requireNonNull(precision, "precision is null");
    requireNonNull(vocabulary, "vocabulary is null");
  }

  /** The usual graph of a precision: the vocabulary likewise, weights beside the graph. */
  public static OnnxExportOptions of(Precision precision) {
    return new OnnxExportOptions(
        precision,
        precision == Precision.FP32 ? VocabularyFormat.FP32 : VocabularyFormat.INT8,
        false,
        false);
  }

  public OnnxExportOptions withVocabulary(VocabularyFormat other) {
    return new OnnxExportOptions(precision, other, hiddenStates, oneFile);
  }

  public OnnxExportOptions withHiddenStates(boolean other) {
    return new OnnxExportOptions(precision, vocabulary, other, oneFile);
  }

  public OnnxExportOptions withOneFile(boolean other) {
    return new OnnxExportOptions(precision, vocabulary, hiddenStates, other);
  }
}

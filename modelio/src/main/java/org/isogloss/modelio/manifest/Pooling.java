// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

/**
 * How the token vectors of a text are combined into the vector of the text, before dense layers and
 * before it is normalised to unit length.
 */
public enum Pooling {
  /** The model does not produce a vector for a text: a language model or a cross-encoder. */
  NONE("none", ""),
  /** The mean over all tokens, including special tokens. */
  MEAN("mean", "pooling_mode_mean_tokens"),
  /** The vector of the first token, {@code [CLS]} or {@code <s>}. */
  CLS("cls", "pooling_mode_cls_token"),
  /** The vector of the last token, the only one that attends to the whole text in a decoder. */
  LAST("lasttoken", "pooling_mode_lasttoken"),
  /** The mean over all tokens, weighted by their positions, which begin with 1. */
  WEIGHTED_MEAN("weightedmean", "pooling_mode_weightedmean_tokens"),
  /** The largest value of each dimension over all tokens. */
  MAX("max", "pooling_mode_max_tokens");

  private final String mode;
  private final String key;

  Pooling(String mode, String key) {
    this.mode = mode;
    this.key = key;
  }

  /** Returns its name in sentence-transformers since version 6. */
  String mode() {
    return mode;
  }

  /** Returns its key in earlier versions of sentence-transformers; empty for {@link #NONE}. */
  String key() {
    return key;
  }
}

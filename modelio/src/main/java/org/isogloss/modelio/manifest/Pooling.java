// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

/**
 * How the token vectors of a text are combined into the vector of the text, before it is normalised
 * to unit length.
 */
public enum Pooling {
  /** The model does not produce a vector for a text: a language model or a cross-encoder. */
  NONE,
  /** The mean over all tokens, including special tokens. */
  MEAN,
  /** The vector of the first token, {@code [CLS]} or {@code <s>}. */
  CLS
}

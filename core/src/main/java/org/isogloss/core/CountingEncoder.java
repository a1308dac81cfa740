// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.util.List;

/** An encoder that states how many tokens it reads, which some interfaces report and limit. */
public interface CountingEncoder extends Encoder {
  /**
   * Encoded texts.
   *
   * @param vectors {@code float[texts][dimension]}, as {@link Encoder#encode} returns them
   * @param tokens number of tokens of each text that the encoder has read: those of its prefix are
   *     counted, special tokens are not; 0 for a blank text
   */
  record Encoded(float[][] vectors, int[] tokens) {}

  /** Encodes texts like {@link #encode}, and counts the tokens of each. */
  Encoded encodeAndCount(List<String> texts, Role role);

  @Override
  default float[][] encode(List<String> texts, Role role) {
    return encodeAndCount(texts, role).vectors();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.util.Arrays;
import org.isogloss.core.Role;
import org.isogloss.text.Encoding;

/**
 * The input of a transformer: one text or two.
 *
 * @param ids token ids, including special tokens
 * @param segments the segment of each token, that is, the text to which it belongs
 * @param padding number of tokens at the end that are padding
 * @param role the role of the text, on which the weights of a model with adapters depend
 */
public record TokenSequence(int[] ids, int[] segments, int padding, Role role) {
  /** Creates a sequence without padding, as a passage. */
  public TokenSequence(int[] ids, int[] segments) {
    this(ids, segments, 0, Role.PASSAGE);
  }

  /** Creates the sequence of a text or a pair of texts, as a passage. */
  public static TokenSequence of(Encoding encoding) {
    return of(encoding, Role.PASSAGE);
  }

  /** Creates the sequence of a text. */
  public static TokenSequence of(Encoding encoding, Role role) {
    return new TokenSequence(encoding.ids(), encoding.typeIds(), 0, role);
  }

  /** Returns this sequence, padded to a length. */
  public TokenSequence padded(int length, int padId) {
    int[] paddedIds = Arrays.copyOf(ids, length);
    Arrays.fill(paddedIds, ids.length, length, padId);
    return new TokenSequence(
        paddedIds, Arrays.copyOf(segments, length), padding + length - ids.length, role);
  }

  public int length() {
    return ids.length;
  }
}

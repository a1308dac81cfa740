// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

/**
 * Options of {@link OrthogonalMap}.
 *
 * @param centred whether the mean of all unit vectors of a language is subtracted from each of them
 *     (Artetxe, Labaka and Agirre, "Learning principled bilingual mappings of word embeddings while
 *     preserving monolingual invariance", EMNLP 2016). The vectors of the target language then have
 *     to be centred too, see {@link OrthogonalMap#identity}
 * @param maxPairs maximum number of pairs to learn from, 1 or more. The pairs with the most
 *     frequent words are taken: those whose less frequent word comes first in its vectors
 */
public record MapOptions(boolean centred, int maxPairs) {
  /** Without centring, as in Smith et al. (2017), and with all pairs. */
  public static final MapOptions DEFAULT = new MapOptions(false, Integer.MAX_VALUE);

  public MapOptions {
    if (maxPairs < 1) {
      throw new IllegalArgumentException("maxPairs is " + maxPairs + ", expected 1 or more");
    }
  }
}

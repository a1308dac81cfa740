// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.translation;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The beginning of a translation.
 *
 * @param tokens the tokens, without the ones that begin and end a translation
 * @param logProbability the sum of the logarithms of the tokens' probabilities
 */
record Hypothesis(int[] tokens, double logProbability) {
  static final Hypothesis EMPTY = new Hypothesis(new int[0], 0);

  /** Returns this hypothesis with one more token. */
  Hypothesis with(int token, double tokenLogProbability) {
    int[] longer = Arrays.copyOf(tokens, tokens.length + 1);
    longer[tokens.length] = token;
    return new Hypothesis(longer, logProbability + tokenLogProbability);
  }

  /** Returns the tokens that would repeat an n-gram of this hypothesis. */
  Set<Integer> repeating(int n) {
    Set<Integer> repeating = new HashSet<>();
    int context = n - 1;
    for (int end = context; end < tokens.length; end++) {
      if (Arrays.equals(
          tokens, end - context, end, tokens, tokens.length - context, tokens.length)) {
        repeating.add(tokens[end]);
      }
    }
    return repeating;
  }
}

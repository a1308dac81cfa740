// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.explain;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.api.WordAttribution;
import org.isogloss.core.ExplainablePairScorer.TokenMatch;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Attributes the score of a scorer that sums token matches to the words of a passage: the
 * attribution of a word is the sum of the contributions of the matches in it. The attributions add
 * up to the score, except for matches of tokens that are not part of a word.
 */
public final class MatchAttribution {
  private MatchAttribution() {}

  /**
   * Returns the attributions of the words of a passage and its title, in order.
   *
   * @param matches the matches of the query's tokens in the passage and its title
   */
  public static List<WordAttribution> attributions(List<TokenMatch> matches, Passage passage) {
    List<Span> words = WordSegmenter.split(passage.titledText(), passage.language());
    double[] contributions = new double[words.size()];
    for (TokenMatch match : matches) {
      TokenWordMatcher.wordAt(words, match.passageStart(), match.passageEnd())
          .ifPresent(word -> contributions[word] += match.contribution());
    }
    List<WordAttribution> attributions = new ArrayList<>();
    for (int i = 0; i < contributions.length; i++) {
      attributions.add(new WordAttribution(words.get(i), contributions[i]));
    }
    return attributions;
  }
}

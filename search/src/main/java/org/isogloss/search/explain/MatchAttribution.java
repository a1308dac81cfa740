// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.explain;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.ExplainablePairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.search.explain.Occlusion.WordAttribution;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Attributes the score of a scorer that sums token matches to the words of a passage: the
 * attribution of a word is the sum of the contributions of the matches in it. The attributions add
 * up to the score, except for matches of tokens that are not part of a word.
 */
public final class MatchAttribution {
  private MatchAttribution() {}

  /** Returns the attributions of the words of a passage and its title, in order. */
  public static List<WordAttribution> attributions(
      ExplainablePairScorer scorer, Query query, Passage passage) {
    List<Span> words = WordSegmenter.split(passage.titledText(), passage.language());
    double[] contributions = new double[words.size()];
    for (ExplainablePairScorer.TokenMatch match : scorer.matches(query, passage)) {
      // A token may begin with the space before its word.
      int middle = (match.passageStart() + match.passageEnd()) / 2;
      for (int i = 0; i < contributions.length; i++) {
        if (words.get(i).start() <= middle && middle < words.get(i).end()) {
          contributions[i] += match.contribution();
        }
      }
    }
    List<WordAttribution> attributions = new ArrayList<>();
    for (int i = 0; i < contributions.length; i++) {
      attributions.add(new WordAttribution(words.get(i), contributions[i]));
    }
    return attributions;
  }
}

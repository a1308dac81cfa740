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
 * Says which words of a passage carried the score of a scorer that sums up matches: a word counts
 * what the parts of the query add that found a part of it. The effects of all words sum up to the
 * score, but for what was found between words.
 */
public final class MatchAttribution {
  private MatchAttribution() {}

  /** What the words of a passage and its title count, in their order. */
  public static List<WordAttribution> attributions(
      ExplainablePairScorer scorer, Query query, Passage passage) {
    List<Span> words = WordSegmenter.split(passage.titledText(), passage.language());
    double[] shares = new double[words.size()];
    for (ExplainablePairScorer.TokenMatch match : scorer.matches(query, passage)) {
      // A part may begin with the blank before its word.
      int middle = (match.passageStart() + match.passageEnd()) / 2;
      for (int i = 0; i < shares.length; i++) {
        if (words.get(i).start() <= middle && middle < words.get(i).end()) {
          shares[i] += match.contribution();
        }
      }
    }
    List<WordAttribution> effects = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      effects.add(new WordAttribution(words.get(i), shares[i]));
    }
    return effects;
  }
}

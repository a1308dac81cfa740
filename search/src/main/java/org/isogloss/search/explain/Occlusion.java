package org.isogloss.search.explain;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.search.retrieve.RerankingRetriever;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Says which words of a passage carried the score that a pair scorer gave it, by leaving each of
 * them out and scoring again: occlusion (Zeiler and Fergus, "Visualizing and understanding
 * convolutional networks", ECCV 2014, section 4.2), of words their erasure (Li, Monroe and
 * Jurafsky, "Understanding neural networks through representation erasure", 2016, equation 1). It
 * asks nothing of the scorer but scores, so it is true of the model as it is served, in eight bits
 * too. Words that say the same twice hide each other: without either of them the other is still
 * there.
 */
public final class Occlusion {
  /**
   * What one word counts.
   *
   * @param word where it is in {@link Passage#titledText}
   * @param attribution what the score loses without it; less than 0 where the passage would score
   *     higher without it. Of probabilities, what their log-odds lose
   */
  public record WordAttribution(Span word, double attribution) {
    public WordAttribution {
      requireNonNull(word, "word is null");
    }
  }

  private Occlusion() {}

  /** What the words of a passage and its title count, in their order. */
  public static List<WordAttribution> attributions(
      PairScorer scorer, Query query, Passage passage) {
    String text = passage.titledText();
    List<Span> words = WordSegmenter.split(text, passage.language());
    List<Passage> variants = new ArrayList<>();
    variants.add(passage);
    words.forEach(word -> variants.add(untitled(passage, withoutWord(text, word))));
    float[] scores = scorer.score(query, variants);
    double whole = RerankingRetriever.additiveScore(scorer, scores[0]);
    List<WordAttribution> effects = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      effects.add(
          new WordAttribution(
              words.get(i), whole - RerankingRetriever.additiveScore(scorer, scores[i + 1])));
    }
    return effects;
  }

  private static Passage untitled(Passage passage, String text) {
    return new Passage(
        passage.documentId(),
        passage.ordinal(),
        passage.language(),
        "",
        text,
        passage.start(),
        passage.end());
  }

  /** A text without a word, and without one of two blanks that would be left. */
  static String withoutWord(String text, Span word) {
    int start = word.start();
    int end = word.end();
    boolean blankBehind = end < text.length() && Character.isWhitespace(text.charAt(end));
    boolean blankBefore = start == 0 || Character.isWhitespace(text.charAt(start - 1));
    return text.substring(0, start) + text.substring(blankBefore && blankBehind ? end + 1 : end);
  }
}

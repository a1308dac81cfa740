// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.explain;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.api.WordAttribution;
import org.isogloss.core.Deadline;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Attributes the score of a pair scorer to the words of a passage by removing one word at a time
 * and scoring again: occlusion (Zeiler and Fergus, "Visualizing and understanding convolutional
 * networks", ECCV 2014, section 4.2), applied to words as erasure (Li, Monroe and Jurafsky,
 * "Understanding neural networks through representation erasure", 2016, equation 1). The method
 * needs only scores, so it explains the model exactly as it is deployed, including int8 models.
 * Redundant words hide each other: if one of them is removed, the other one remains.
 */
public final class Occlusion {
  /** Maximum number of words of which the attribution is computed. */
  private static final int MAX_WORDS = 1_000;

  /** Number of words whose texts are scored together. */
  private static final int CHUNK = 128;

  private Occlusion() {}

  /**
   * Returns the attributions of the words of a passage and its title, in order; those of the first
   * {@value #MAX_WORDS} words if there are more. The {@link Deadline} is checked between chunks of
   * {@value #CHUNK} words.
   */
  public static List<WordAttribution> attributions(
      PairScorer scorer, Query query, Passage passage) {
    String text = passage.titledText();
    List<Span> words =
        WordSegmenter.split(text, passage.language()).stream().limit(MAX_WORDS).toList();
    double fullScore =
        ScoreProbability.additiveScore(scorer, scorer.score(query, List.of(passage))[0]);
    List<WordAttribution> attributions = new ArrayList<>();
    for (int from = 0; from < words.size(); from += CHUNK) {
      Deadline.check();
      List<Span> chunk = words.subList(from, Math.min(from + CHUNK, words.size()));
      float[] scores =
          scorer.score(
              query,
              chunk.stream().map(word -> untitled(passage, withoutWord(text, word))).toList());
      for (int i = 0; i < scores.length; i++) {
        double decrease = fullScore - ScoreProbability.additiveScore(scorer, scores[i]);
        attributions.add(new WordAttribution(chunk.get(i), decrease));
      }
    }
    return attributions;
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

  /** Removes a word from a text, and one of the two spaces around it. */
  static String withoutWord(String text, Span word) {
    int start = word.start();
    int end = word.end();
    boolean spaceAfter = end < text.length() && Character.isWhitespace(text.charAt(end));
    boolean spaceBefore = start == 0 || Character.isWhitespace(text.charAt(start - 1));
    return text.substring(0, start) + text.substring(spaceBefore && spaceAfter ? end + 1 : end);
  }
}

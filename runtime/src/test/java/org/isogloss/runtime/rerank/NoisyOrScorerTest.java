// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.contract.PairScorerContractTest;
import org.isogloss.text.segmentation.EnglishWords;
import org.junit.jupiter.api.Test;

class NoisyOrScorerTest extends PairScorerContractTest {
  /** Returns 0.8 if a sentence contains the word, otherwise 0.1. */
  private static final class WordMatcher implements PairScorer {
    private final List<String> calls = new ArrayList<>();
    private boolean closed;

    @Override
    public synchronized float[] score(Query query, List<Passage> passages) {
      if (closed) {
        throw new IllegalStateException("this scorer is closed");
      }
      calls.add(query.text() + " of " + passages.size());
      float[] scores = new float[passages.size()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = passages.get(i).text().contains(query.text()) ? 0.8f : 0.1f;
      }
      return scores;
    }

    @Override
    public boolean producesProbabilities() {
      return true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Override
  protected PairScorer open() {
    return new NoisyOrScorer(new WordMatcher(), EnglishWords::split, PriorCorrection.NONE);
  }

  private static Passage passage(String text) {
    return new Passage("d", 0, Language.of("en"), "", text, 0, text.length());
  }

  @Test
  void scoresEachWordOnceWithAllSentences() {
    WordMatcher matcher = new WordMatcher();
    try (PairScorer scorer =
        new NoisyOrScorer(matcher, EnglishWords::split, PriorCorrection.NONE)) {
      float[] scores =
          scorer.score(
              Query.of("old bridges"),
              List.of(
                  passage("The old town has bridges. It is old."), passage("New."), passage("")));
      assertThat(matcher.calls).containsExactly("old of 3", "bridges of 3");
      double p = 1 - (1 - 0.8 * 0.8) * (1 - 0.8 * 0.1);
      assertThat((double) scores[0]).isCloseTo(Math.log(p / (1 - p)), within(1e-5));
      assertThat((double) scores[1]).isCloseTo(Math.log(0.01 / 0.99), within(1e-5));
      assertThat(scores[2]).isEqualTo(-Float.MAX_VALUE);
    }
  }

  @Test
  void correctsProbabilities() {
    PriorCorrection tenth = new PriorCorrection(.1);
    try (PairScorer scorer = new NoisyOrScorer(new WordMatcher(), EnglishWords::split, tenth)) {
      float[] scores = scorer.score(Query.of("old"), List.of(passage("It is old. It stands.")));
      // Odds of 4 and 1/9.
      double p = 1 - (1 - .4 / 1.4) * (1 - 1 / 91.0);
      assertThat((double) scores[0]).isCloseTo(Math.log(p / (1 - p)), within(1e-5));
    }
  }

  @Test
  void rejectsScorerWithoutProbabilities() {
    PairScorer others =
        new PairScorer() {
          @Override
          public float[] score(Query query, List<Passage> passages) {
            return new float[passages.size()];
          }

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> new NoisyOrScorer(others, EnglishWords::split, PriorCorrection.NONE))
        .hasMessageContaining("does not return probabilities");
  }
}

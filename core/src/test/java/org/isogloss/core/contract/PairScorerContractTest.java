// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.data.Offset;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.junit.jupiter.api.Test;

/** The contract of {@link PairScorer}, tested with difficult texts. */
public abstract class PairScorerContractTest {
  private static final List<String> TEXTS =
      List.of(
          "The cat sits on the mat.",
          "Wo ist der nächste Bahnhof?",
          "我想知道火车站在哪里。",
          "أين تقع المحطة؟",
          "Où est la gare ? ".repeat(300),
          "x",
          "e\u0301\u0301\u0301 Z\u0351\u036Ba\u0315lgo",
          "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 emoji 🇩🇪",
          "lonely \uD83D surrogate",
          "NUL \0 and \u0007 and \uFEFF and \u202E",
          "",
          " \t\n\u3000");

  /** How much a score may change when its passage is scored together with others. */
  protected Offset<Float> tolerance() {
    return within(0f);
  }

  /** A new scorer, to be closed by the test. */
  protected abstract PairScorer open();

  private static Passage passage(String text) {
    return new Passage("d", 0, Language.UNDETERMINED, "", text, 0, text.length());
  }

  private static List<Passage> passages() {
    List<Passage> passages = new ArrayList<>();
    for (String text : TEXTS) {
      passages.add(passage(text));
      passages.add(
          new Passage("t", 1, Language.of("en"), "The station", text, 3, 3 + text.length()));
    }
    return passages;
  }

  @Test
  void everyPassageHasAFiniteScore() {
    try (PairScorer scorer = open()) {
      for (String query : TEXTS) {
        float[] scores = scorer.score(Query.of(query), passages());
        assertThat(scores).hasSize(passages().size());
        for (float score : scores) {
          assertThat(score).as(query).isFinite();
        }
      }
    }
  }

  @Test
  void scoreDoesNotDependOnTheOtherPassages() {
    long seed = new Random().nextLong();
    List<Passage> shuffled = new ArrayList<>(passages());
    shuffled.addAll(passages());
    Collections.shuffle(shuffled, new Random(seed));
    Query query = Query.of("Where is the station?");
    try (PairScorer scorer = open()) {
      float[] together = scorer.score(query, shuffled);
      for (int i = 0; i < together.length; i++) {
        assertThat(scorer.score(query, List.of(shuffled.get(i))))
            .as("passage %d in the order of seed %d", i, seed)
            .containsExactly(new float[] {together[i]}, tolerance());
      }
    }
  }

  @Test
  void returnsNoScoresForNoPassages() {
    try (PairScorer scorer = open()) {
      assertThat(scorer.score(Query.of("query"), List.of())).isEmpty();
    }
  }

  @Test
  void scoresVeryLongTexts() {
    String sentence = "The station is behind the town hall. ";
    try (PairScorer scorer = open()) {
      float[] scores =
          scorer.score(
              Query.of(sentence.repeat(500)),
              List.of(passage(sentence.repeat(2000)), passage("a".repeat(100_000))));
      assertThat(scores).hasSize(2);
      assertThat(scores[0]).isFinite();
      assertThat(scores[1]).isFinite();
    }
  }

  @Test
  void isThreadSafe() throws Exception {
    Query query = Query.of("Wo ist der Bahnhof?");
    try (PairScorer scorer = open();
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      float[] expected = scorer.score(query, passages());
      List<Future<float[]>> all = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        all.add(threads.submit(() -> scorer.score(query, passages())));
      }
      for (Future<float[]> one : all) {
        assertThat(one.get()).containsExactly(expected, tolerance());
      }
    }
  }

  @Test
  void rejectsPassagesAfterClosing() {
    PairScorer scorer = open();
    scorer.close();
    scorer.close();
    assertThatThrownBy(() -> scorer.score(Query.of("query"), List.of(passage("text"))))
        .isInstanceOf(IllegalStateException.class);
  }
}

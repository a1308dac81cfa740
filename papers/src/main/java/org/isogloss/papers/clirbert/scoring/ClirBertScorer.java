// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.isogloss.papers.experiment.ScoreCheckpoint;

/** Scores each word with each sentence by CLIR-BERT, and stores the probabilities. */
public final class ClirBertScorer {
  private final PairScorer scorer;
  private final Language documentLanguage;
  private final PaperListener listener;

  /**
   * Creates a scorer.
   *
   * @param scorer returns probabilities; not closed
   */
  public ClirBertScorer(PairScorer scorer, Language documentLanguage, PaperListener listener) {
    this.scorer = scorer;
    this.documentLanguage = documentLanguage;
    this.listener = listener;
  }

  private Passage passage(String sentence) {
    return new Passage("s", 0, documentLanguage, "", sentence, 0, sentence.length());
  }

  /**
   * Returns the probability that the query of each example occurs in the translation of its
   * sentence.
   *
   * @param file receives the probabilities as they are computed
   */
  public double[] probabilities(List<OccurrenceExample> examples, Path file) {
    try (ScoreCheckpoint scored = ScoreCheckpoint.open(file)) {
      scored.requireSizes(Collections.nCopies(examples.size(), 1));
      for (int i = scored.size(); i < examples.size(); i++) {
        OccurrenceExample one = examples.get(i);
        scored.add(scorer.score(Query.of(one.query()), List.of(passage(one.sentence()))));
        listener.progressReported("Classifying", "examples", i + 1L, examples.size());
      }
      return scored.scores().stream().mapToDouble(score -> score[0]).toArray();
    }
  }

  /**
   * Returns the probability that each word occurs in the translation of each sentence. All
   * sentences are scored at once, in batches.
   *
   * @param words distinct words, in an order that is always the same
   * @param file receives the probabilities of each word as they are computed
   */
  public Map<String, float[]> probabilities(List<String> words, List<String> sentences, Path file) {
    List<Passage> passages = sentences.stream().map(this::passage).toList();
    Map<String, float[]> found = new HashMap<>();
    try (ScoreCheckpoint scored = ScoreCheckpoint.open(file)) {
      scored.requireSizes(Collections.nCopies(words.size(), sentences.size()));
      for (int w = scored.size(); w < words.size(); w++) {
        scored.add(scorer.score(Query.of(words.get(w)), passages));
        listener.progressReported("Scoring sentences", "words", w + 1L, words.size());
      }
      for (int w = 0; w < words.size(); w++) {
        found.put(words.get(w), scored.scores().get(w));
      }
    }
    return found;
  }
}

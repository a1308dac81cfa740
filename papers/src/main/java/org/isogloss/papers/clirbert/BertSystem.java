package org.isogloss.papers.clirbert;

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
import org.isogloss.papers.ScoreFile;

/** CLIR-BERT: each word is asked of each sentence. What it said is kept. */
final class BertSystem {
  private final PairScorer scorer;
  private final Language foreign;
  private final PaperListener listener;

  /**
   * A system.
   *
   * @param scorer gives probabilities; stays open
   */
  BertSystem(PairScorer scorer, Language foreign, PaperListener listener) {
    this.scorer = scorer;
    this.foreign = foreign;
    this.listener = listener;
  }

  private Passage passage(String sentence) {
    return new Passage("s", 0, foreign, "", sentence, 0, sentence.length());
  }

  /**
   * How likely the query of each example occurs in the translation of its sentence.
   *
   * @param file keeps the probabilities as they come
   */
  double[] probabilities(List<Occurrence> examples, Path file) {
    try (ScoreFile scored = ScoreFile.open(file)) {
      scored.requireSizes(Collections.nCopies(examples.size(), 1));
      for (int i = scored.size(); i < examples.size(); i++) {
        Occurrence one = examples.get(i);
        scored.add(scorer.score(Query.of(one.query()), List.of(passage(one.sentence()))));
        listener.progressed("Classifying", "examples", i + 1L, examples.size());
      }
      return scored.scores().stream().mapToDouble(score -> score[0]).toArray();
    }
  }

  /**
   * How likely each word occurs in the translation of each sentence. All sentences are asked at
   * once, in batches.
   *
   * @param words each once, in an order that is always the same
   * @param file keeps the probabilities of each word as they come
   */
  Map<String, float[]> probabilities(List<String> words, List<String> sentences, Path file) {
    List<Passage> passages = sentences.stream().map(this::passage).toList();
    Map<String, float[]> found = new HashMap<>();
    try (ScoreFile scored = ScoreFile.open(file)) {
      scored.requireSizes(Collections.nCopies(words.size(), sentences.size()));
      for (int w = scored.size(); w < words.size(); w++) {
        scored.add(scorer.score(Query.of(words.get(w)), passages));
        listener.progressed("Scoring sentences", "words", w + 1L, words.size());
      }
      for (int w = 0; w < words.size(); w++) {
        found.put(words.get(w), scored.scores().get(w));
      }
    }
    return found;
  }
}

package org.isogloss.papers.clirbert;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.ScoreFile;

/** CLIR-BERT: each word is asked of each sentence. */
final class BertSystem {
  private final PairScorer scorer;
  private final Language foreign;

  /**
   * A system.
   *
   * @param scorer gives probabilities; stays open
   */
  BertSystem(PairScorer scorer, Language foreign) {
    this.scorer = scorer;
    this.foreign = foreign;
  }

  private Passage passage(String sentence) {
    return new Passage("s", 0, foreign, "", sentence, 0, sentence.length());
  }

  /** How likely a word occurs in a sentence's translation. */
  double probability(Occurrence one) {
    return scorer.score(Query.of(one.query()), List.of(passage(one.sentence())))[0];
  }

  /**
   * Scores documents by their sentences; all words are asked at once, in batches.
   *
   * @param file keeps the scores of each word as they come
   */
  DocumentSystem documents(
      SentenceOr or, List<ClirQuery> queries, Path file, PaperListener listener) {
    List<String> words =
        queries.stream().flatMap(query -> query.words().stream()).distinct().sorted().toList();
    List<Passage> sentences = or.sentences().stream().map(this::passage).toList();
    Map<String, float[]> found = new HashMap<>();
    try (ScoreFile scored = ScoreFile.open(file)) {
      for (int w = scored.size(); w < words.size(); w++) {
        scored.add(scorer.score(Query.of(words.get(w)), sentences));
        listener.progressed("Scoring sentences", "words", w + 1L, words.size());
      }
      for (int w = 0; w < words.size(); w++) {
        found.put(words.get(w), scored.scores().get(w));
      }
    }
    return query ->
        or.documents(query.words().stream().map(word -> requireNonNull(found.get(word))).toList());
  }
}

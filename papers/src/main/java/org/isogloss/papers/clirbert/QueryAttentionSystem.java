// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.queryattention.AttentionExample;
import org.isogloss.neural.queryattention.AttentionScoring;
import org.isogloss.neural.queryattention.QueryAttentionModel;
import org.isogloss.neural.queryattention.QueryAttentionTraining;
import org.isogloss.neural.torch.Torch;
import org.isogloss.papers.clirbert.scoring.ClirQuery;
import org.isogloss.papers.clirbert.scoring.DocumentScorer;
import org.isogloss.papers.clirbert.scoring.SentenceNoisyOr;
import org.isogloss.papers.clirbert.scoring.WordEmbeddingTable;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.runtime.rerank.PriorCorrection;

/**
 * QRANN or Dot-Product. QRANN is trained on words and noun phrases and receives a query as a whole;
 * Dot-Product is trained on words and receives them one by one (section 3).
 */
final class QueryAttentionSystem {
  private static final double LEARNING_RATE = 1e-3;

  private final AttentionScoring kind;
  private final WordEmbeddingTable table;
  private final QueryAttentionModel weights;
  private final long draws;

  /** Probabilities of words or queries for all sentences, which several rows need. */
  private final Map<List<String>, float[]> probabilities = new HashMap<>();

  private QueryAttentionSystem(
      AttentionScoring kind, WordEmbeddingTable table, QueryAttentionModel weights, long draws) {
    this.kind = kind;
    this.table = table;
    this.weights = weights;
    this.draws = draws;
  }

  /** Name of its files. */
  static String key(AttentionScoring kind) {
    return kind == AttentionScoring.QRANN ? "qrann" : "dot-product";
  }

  /** Trains the model, or reads the trained one. */
  static QueryAttentionSystem train(
      AttentionScoring kind, ClirSetup setup, ClirData data, WordEmbeddingTable table) {
    ExperimentRunner runner = setup.runner();
    List<OccurrenceExample> occurrences = new ArrayList<>(data.words());
    if (kind == AttentionScoring.QRANN) {
      occurrences.addAll(data.phrases());
    }
    List<AttentionExample> examples = occurrences.stream().map(table::example).toList();
    Torch.setThreads(runner.options().threads());
    QueryAttentionTraining training =
        new QueryAttentionTraining(
            kind,
            setup.sizes().count("batch"),
            setup.sizes().steps(examples.size()),
            LEARNING_RATE,
            PairSampler.mixSeeds(runner.options().seed(), key(kind).hashCode()),
            runner.options().device());
    return new QueryAttentionSystem(
        kind,
        table,
        training.train(
            table.vectors(),
            examples,
            runner.checkpointFolder(key(kind)),
            runner.loggingTraining(key(kind))),
        training.steps() * training.batch());
  }

  /** Returns the number of examples that the training drew. */
  long draws() {
    return draws;
  }

  /** Returns the probability that a query occurs in the translation of a sentence. */
  double probability(OccurrenceExample example) {
    return weights
        .prepare(table.mean(ClirQuery.of(example.query()).words()))
        .probability(table.vectors(table.sentenceRows(example.sentence())));
  }

  /**
   * Scores documents by their sentences, always the same ones.
   *
   * @param wordCorrection correction of the probabilities of single words
   * @param phraseCorrection correction of those of whole phrases
   */
  DocumentScorer documentScorer(
      SentenceNoisyOr noisyOr, PriorCorrection wordCorrection, PriorCorrection phraseCorrection) {
    List<float[][]> sentences =
        noisyOr.sentences().stream()
            .map(sentence -> table.vectors(table.sentenceRows(sentence)))
            .toList();
    return query -> {
      List<List<String>> queryParts =
          kind == AttentionScoring.QRANN
              ? List.of(query.words())
              : query.words().stream().map(List::of).toList();
      return noisyOr.documents(
          queryParts.stream()
              .map(
                  part -> probabilities.computeIfAbsent(part, key -> probabilities(key, sentences)))
              .toList(),
          queryParts.getFirst().size() > 1 ? phraseCorrection : wordCorrection);
    };
  }

  private float[] probabilities(List<String> part, List<float[][]> sentences) {
    QueryAttentionModel.PreparedQuery prepared = weights.prepare(table.mean(part));
    float[] all = new float[sentences.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) prepared.probability(sentences.get(i));
    }
    return all;
  }
}

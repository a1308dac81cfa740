package org.isogloss.papers.clirbert;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.TrainingLog;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.queryattention.AttentionExample;
import org.isogloss.neural.queryattention.AttentionScoring;
import org.isogloss.neural.queryattention.QueryAttentionModel;
import org.isogloss.neural.queryattention.QueryAttentionTraining;
import org.isogloss.neural.torch.Torch;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.WorkFolder;
import org.isogloss.runtime.rerank.PriorCorrection;

/**
 * QRANN or the dot product. QRANN is trained on words and on noun phrases and is asked for a query
 * as a whole; the dot product is trained on words and asked for them one by one (section 3).
 */
final class AttentionSystem {
  private static final int BATCH = 64;
  private static final double RATE = 1e-3;

  private final AttentionScoring kind;
  private final WordTable table;
  private final QueryAttentionModel weights;

  private AttentionSystem(AttentionScoring kind, WordTable table, QueryAttentionModel weights) {
    this.kind = kind;
    this.table = table;
    this.weights = weights;
  }

  /** Its files' name. */
  static String key(AttentionScoring kind) {
    return kind == AttentionScoring.QRANN ? "qrann" : "dot-product";
  }

  /** Trains, or finds what was trained. */
  static AttentionSystem train(
      AttentionScoring kind,
      PaperOptions options,
      ClirSizes sizes,
      ClirData data,
      WordTable table,
      TrainingListener listener) {
    List<Occurrence> occurrences = new ArrayList<>(data.words());
    if (kind == AttentionScoring.QRANN) {
      occurrences.addAll(data.phrases());
    }
    List<AttentionExample> examples = occurrences.stream().map(table::example).toList();
    Torch.setThreads(options.threads());
    Path work = options.work().resolve(key(kind) + ".work");
    QueryAttentionTraining training =
        new QueryAttentionTraining(
            kind,
            BATCH,
            sizes.attentionSteps(),
            RATE,
            PairSampler.mixSeeds(options.seed(), key(kind).hashCode()));
    TrainingLog log = new TrainingLog(new WorkFolder(options).log(key(kind)));
    return new AttentionSystem(
        kind,
        table,
        training.train(
            table.vectors(), examples, work, TrainingListener.all(List.of(log, listener))));
  }

  /** How likely a query occurs in a sentence's translation. */
  double probability(Occurrence one) {
    return weights
        .prepare(table.mean(ClirQuery.of(one.query()).words()))
        .probability(table.vectors(table.sentence(one.sentence())));
  }

  /**
   * Scores documents by their sentences.
   *
   * @param ofWords correction of the probabilities of single words
   * @param ofPhrases of those of phrases that are asked for as a whole
   */
  DocumentSystem documents(SentenceOr or, PriorCorrection ofWords, PriorCorrection ofPhrases) {
    List<float[][]> sentences =
        or.sentences().stream().map(sentence -> table.vectors(table.sentence(sentence))).toList();
    return query -> {
      List<List<String>> asked =
          kind == AttentionScoring.QRANN
              ? List.of(query.words())
              : query.words().stream().map(List::of).toList();
      return or.documents(
          asked.stream().map(part -> probabilities(part, sentences)).toList(),
          asked.getFirst().size() > 1 ? ofPhrases : ofWords);
    };
  }

  private float[] probabilities(List<String> part, List<float[][]> sentences) {
    QueryAttentionModel.PreparedQuery asked = weights.prepare(table.mean(part));
    float[] all = new float[sentences.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) asked.probability(sentences.get(i));
    }
    return all;
  }
}

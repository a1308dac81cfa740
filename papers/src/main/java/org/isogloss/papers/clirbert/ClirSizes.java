package org.isogloss.papers.clirbert;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.isogloss.papers.ExperimentScale;

/**
 * How much is trained and measured.
 *
 * @param layers of the base that are kept at most; 0 for all
 * @param maxLength pieces of a query and a sentence; behind these the sentence is left out while
 *     training
 * @param batch examples of a step
 * @param learningRate learning rate at the beginning
 * @param bitext pairs of sentences to train on, at most
 * @param maxSentenceLength characters of a sentence in another language that is trained on
 * @param thinningThreshold a query that occurs more often than this is thinned out, 0 for none; see
 *     {@link org.isogloss.papers.clirbert.supervision.WeakSupervision#sample}
 * @param positives positive examples of training at most, each with two negative ones
 * @param heldOut pairs of sentences kept for the classification test, at most
 * @param testPositives positive examples of that test at most, each with a negative one
 * @param attentionSteps steps of the models on word embeddings, at most
 * @param documents at most
 * @param sentences of a document at most; longer ones are left out
 * @param queries of one word, and as many phrases, at most
 */
record ClirSizes(
    int layers,
    int maxLength,
    int batch,
    double learningRate,
    int bitext,
    int maxSentenceLength,
    int thinningThreshold,
    int positives,
    int heldOut,
    int testPositives,
    int attentionSteps,
    int documents,
    int sentences,
    int queries) {
  private static final int ALL = Integer.MAX_VALUE;

  static ClirSizes of(ExperimentScale scale) {
    return switch (scale) {
      case SMOKE -> new ClirSizes(2, 48, 8, 1e-5, 200, ALL, 0, 16, 20, 20, 4, 16, 40, 4);
      // A short training needs a higher rate than the paper's 54 million examples.
      case SMALL ->
          new ClirSizes(6, 64, 32, 1e-4, ALL, 200, 20, 60_000, 3_000, 2_500, 4_000, 180, 30, 30);
      case FULL ->
          new ClirSizes(0, 128, 32, 1e-5, ALL, ALL, 0, ALL, 20_000, ALL, 100_000, ALL, ALL, 150);
    };
  }

  /** The same with another number of positive examples of training. */
  ClirSizes withPositives(int positives) {
    return new ClirSizes(
        layers,
        maxLength,
        batch,
        learningRate,
        bitext,
        maxSentenceLength,
        thinningThreshold,
        positives,
        heldOut,
        testPositives,
        attentionSteps,
        documents,
        sentences,
        queries);
  }

  /** Steps of one round through so many examples. */
  long steps(int examples) {
    return Math.ceilDiv(examples, batch);
  }

  /** What tables and finished rows tell of it. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> told = new LinkedHashMap<>();
    told.put("layers kept at most", layers == 0 ? "all" : Integer.toString(layers));
    told.put("pairs of sentences to train on", atMost(bitext));
    told.put("characters of a sentence to train on", atMost(maxSentenceLength));
    told.put(
        "queries thinned out",
        thinningThreshold == 0 ? "none" : "that occur more than " + thinningThreshold + " times");
    told.put("positive examples of training", atMost(positives));
    told.put("pairs of sentences for the classification test", atMost(heldOut));
    told.put("positive examples of the classification test", atMost(testPositives));
    told.put("documents", atMost(documents));
    told.put("sentences of a document", atMost(sentences));
    told.put("queries of one word, and phrases", atMost(queries));
    return told;
  }

  private static String atMost(int size) {
    return size == ALL ? "all" : "at most " + size;
  }
}

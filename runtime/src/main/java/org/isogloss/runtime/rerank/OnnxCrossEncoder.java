// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static java.util.Objects.requireNonNull;

import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.LogOdds;
import org.isogloss.core.util.LruCache;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.OnnxEncoder;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * Scores passages with a cross-encoder that is run by ONNX Runtime: a transformer that reads query
 * and passage together. Concurrent callers share batches, as in {@link OnnxEncoder}, and a score is
 * bitwise identical whatever the other passages are.
 *
 * <p>A score is a probability, 0 to 1: the sigmoid of the logit of a model with one label, or the
 * softmax probability of the second label of a model with two. A passage is read with its title. A
 * passage that is too long for the model is not truncated but read in overlapping windows, see
 * {@link PassageAggregation}.
 */
public final class OnnxCrossEncoder implements PairScorer {
  /** Number of passages that are scored at once. */
  private static final int WINDOW = 256;

  /** Size of the cache in tokens: several thousand passages, about a dozen megabytes. */
  private static final long CACHED_TOKENS = 1 << 20;

  private final Tokenizer tokenizer;
  private final LruCache<String, TokenizedText> passages;
  private final PassageAggregation aggregation;
  private final int maxLength;
  private final BatchRunner runner;

  private final Optional<ScoreProbability> probability;

  private OnnxCrossEncoder(
      ModelFolder model, InferenceOptions options, PassageAggregation aggregation) {
    this.aggregation = requireNonNull(aggregation, "aggregation is null");
    probability = model.manifest().probability();
    tokenizer = model.tokenizer();
    passages = new LruCache<>(CACHED_TOKENS, TokenizedText::size);
    maxLength = model.maxLength();
    OnnxSession session =
        OnnxSession.open(
            GraphFile.findOrExport(model, options.precision()),
            InferenceDevice.of(options.device()));
    try {
      runner = new BatchRunner(session, output(session), OnnxCrossEncoder::read, options.threads());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Opens a model; the score of a long passage is that of its best window. */
  public static OnnxCrossEncoder open(ModelFolder model, InferenceOptions options) {
    return open(model, options, PassageAggregation.MAX);
  }

  /**
   * Opens the graph of a model, or exports it from the weights if there is none.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if the model is not a cross-encoder with one or two labels, or is
   *     damaged
   */
  public static OnnxCrossEncoder open(
      ModelFolder model, InferenceOptions options, PassageAggregation aggregation) {
    return new OnnxCrossEncoder(model, options, aggregation);
  }

  private static String output(OnnxSession session) {
    Optional<String> found =
        session.outputs().stream().filter(name -> name.equals(GraphOutputs.LOGITS)).findFirst();
    if (found.isEmpty()) {
      throw new ModelFormatException(
          session.file(),
          "has the outputs "
              + session.outputs()
              + ", expected "
              + GraphOutputs.LOGITS
              + ": this model is not a cross-encoder");
    }
    long[] shape = session.shape(found.get());
    if (shape.length != 2) {
      throw new ModelFormatException(
          session.file(),
          "has logits of each token, expected those of a pair of texts: this model is not a"
              + " cross-encoder");
    }
    long labels = shape[1];
    if (labels > 2) {
      throw new ModelFormatException(
          session.file(),
          "has " + labels + " labels, expected one, or two of which the second means relevant");
    }
    return found.get();
  }

  private static float[] read(FloatBuffer output, int size, int tokens) {
    float[] logits = new float[size];
    output.get(logits);
    return logits;
  }

  private static double probability(float[] logits) {
    return LogOdds.toProbability(logits.length == 1 ? logits[0] : (double) logits[1] - logits[0]);
  }

  @Override
  public float[] score(Query query, List<Passage> candidates) {
    float[] scores = new float[candidates.size()];
    for (int from = 0; from < scores.length; from += WINDOW) {
      score(query, candidates.subList(from, Math.min(from + WINDOW, scores.length)), scores, from);
    }
    return scores;
  }

  private void score(Query query, List<Passage> window, float[] scores, int offset) {
    PairSequenceBuilder pairs = new PairSequenceBuilder(tokenizer, query.text(), maxLength);
    int[] parts = new int[window.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = pairs.add(tokenize(window.get(i).titledText()));
    }
    float[][] logits = runner.submit(pairs.sequences()).await();
    int next = 0;
    for (int i = 0; i < parts.length; i++) {
      double[] probabilities = new double[parts[i]];
      for (int part = 0; part < parts[i]; part++) {
        probabilities[part] = probability(logits[next++]);
      }
      scores[offset + i] = (float) aggregation.aggregate(probabilities);
    }
  }

  private TokenizedText tokenize(String passage) {
    Optional<TokenizedText> cached = passages.find(passage);
    if (cached.isPresent()) {
      return cached.get();
    }
    TokenizedText tokens = tokenizer.tokenize(passage);
    passages.put(passage, tokens);
    return tokens;
  }

  @Override
  public Optional<ScoreProbability> probability() {
    return probability;
  }

  @Override
  public boolean producesProbabilities() {
    return true;
  }

  @Override
  public void close() {
    runner.close();
  }
}

package org.isogloss.runtime.rerank;

import static java.util.Objects.requireNonNull;

import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.OnnxEncoder;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * Scores passages with a cross-encoder, run by ONNX Runtime: a transformer that reads query and
 * passage together. Callers on many threads share batches, as in {@link OnnxEncoder}, and a score
 * is the same to the bit whatever is scored beside it.
 *
 * <p>A score is a probability, 0 to 1: the sigmoid of the logit of a model with one label; of a
 * model with two, what softmax gives the second. A passage is read with its title, and one that is
 * too long for the model in parts that overlap, see {@link PassageAggregation}; none is cut.
 */
public final class OnnxCrossEncoder implements PairScorer {
  /** So many passages are read at once. */
  private static final int WINDOW = 256;

  /** So many pieces of passages are remembered, some thousand passages in a dozen megabytes. */
  private static final long CACHED_TOKENS = 1 << 20;

  private final Tokenizer tokenizer;
  private final LruCache<String, TokenizedText> passages;
  private final PassageAggregation aggregation;
  private final int maxLength;
  private final BatchRunner runner;

  private OnnxCrossEncoder(
      ModelFolder model, InferenceOptions options, PassageAggregation aggregation) {
    this.aggregation = requireNonNull(aggregation, "aggregation is null");
    tokenizer = model.tokenizer();
    passages = new LruCache<>(CACHED_TOKENS, TokenizedText::size);
    maxLength = Math.min(model.encoding().maxLength(), model.transformerConfig().maxLength());
    OnnxSession session = OnnxSession.open(GraphFile.findOrExport(model, options.precision()));
    try {
      runner = new BatchRunner(session, output(session), OnnxCrossEncoder::read, options.threads());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Opens a model; a long passage is as relevant as its best part. */
  public static OnnxCrossEncoder open(ModelFolder model, InferenceOptions options) {
    return open(model, options, PassageAggregation.MAX);
  }

  /**
   * Opens a model's graph, one of its folder or one that is made of its weights.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if the model is no transformer that judges pairs by one label or two,
   *     or is damaged
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
              + ": this model does not judge pairs");
    }
    long[] shape = session.shape(found.get());
    long labels = shape[shape.length - 1];
    if (labels > 2) {
      throw new ModelFormatException(
          session.file(),
          "gives "
              + labels
              + " labels, expected one, or two of which the second stands for relevant");
    }
    return found.get();
  }

  private static float[] read(FloatBuffer output, int size, int tokens) {
    float[] logits = new float[size];
    output.get(logits);
    return logits;
  }

  private static double probability(float[] logits) {
    double logOdds = logits.length == 1 ? logits[0] : (double) logits[1] - logits[0];
    return 1 / (1 + Math.exp(-logOdds));
  }

  @Override
  public float[] score(Query query, List<Passage> all) {
    float[] scores = new float[all.size()];
    for (int from = 0; from < scores.length; from += WINDOW) {
      score(query, all.subList(from, Math.min(from + WINDOW, scores.length)), scores, from);
    }
    return scores;
  }

  private void score(Query query, List<Passage> some, float[] scores, int place) {
    PairSequenceBuilder pairs = new PairSequenceBuilder(tokenizer, query.text(), maxLength);
    int[] parts = new int[some.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = pairs.add(pieces(some.get(i).titledText()));
    }
    float[][] logits = runner.submit(pairs.sequences()).await();
    int next = 0;
    for (int i = 0; i < parts.length; i++) {
      double[] probabilities = new double[parts[i]];
      for (int part = 0; part < parts[i]; part++) {
        probabilities[part] = probability(logits[next++]);
      }
      scores[place + i] = (float) aggregation.aggregate(probabilities);
    }
  }

  private TokenizedText pieces(String passage) {
    Optional<TokenizedText> known = passages.find(passage);
    if (known.isPresent()) {
      return known.get();
    }
    TokenizedText pieces = tokenizer.tokenize(passage);
    passages.put(passage, pieces);
    return pieces;
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

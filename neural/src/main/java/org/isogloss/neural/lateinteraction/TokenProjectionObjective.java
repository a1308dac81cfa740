// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.lateinteraction;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.TokenQuantization;
import org.isogloss.neural.Validation;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.objective.LossTensors;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Tensors;

/**
 * The losses of a projection of token vectors. Its scores are those of late interaction, with the
 * vectors of passages as they are stored, quantised; the gradient passes the quantisation as if it
 * were the identity (Bengio et al. 2013).
 *
 * <ul>
 *   <li>The divergence of the softmax over the candidates from the teacher's.
 *   <li>The contrast of each relevant passage with the others that are not relevant. Relevant
 *       passages in several languages do not compete.
 *   <li>The squared difference from the teacher's scores, so that they keep their scale.
 * </ul>
 */
final class TokenProjectionObjective implements Objective<List<RankedCandidates>>, AutoCloseable {
  /** Differences of scores by this amount are large: the temperature of both softmaxes. */
  private static final double TEMPERATURE = 0.03;

  private static final double CONTRAST_WEIGHT = 0.5;
  private static final double SCORE_WEIGHT = 100;

  private final TokenTable queries;
  private final TokenTable passages;
  private final LateInteractionTables tables;
  private final int bits;
  private final Tensor projection;

  /**
   * Creates the objective.
   *
   * @param bits bits per dimension of the stored vectors
   * @param projection {@code [dimension, hidden]}, which is trained
   */
  TokenProjectionObjective(
      TokenTable queries,
      TokenTable passages,
      LateInteractionTables tables,
      int bits,
      Tensor projection) {
    this.queries = queries;
    this.passages = passages;
    this.tables = tables;
    this.bits = bits;
    this.projection = Tensors.retain(projection.set_requires_grad(true));
  }

  SequencedMap<String, Tensor> parameters() {
    SequencedMap<String, Tensor> parameters = new LinkedHashMap<>();
    parameters.put("projection", projection);
    return parameters;
  }

  /** Returns the projection, {@code [dimension, hidden]}, row by row. */
  float[] matrix() {
    return Tensors.toArray(projection.detach());
  }

  @Override
  public Tensor loss(List<RankedCandidates> batch) {
    return losses(batch).total();
  }

  @Override
  public LossValues backward(List<RankedCandidates> batch, double weight) {
    return losses(batch).backward(weight);
  }

  private LossTensors losses(List<RankedCandidates> batch) {
    Tensor scores = scores(batch);
    int n = batch.size();
    int width = batch.getFirst().candidates().length;
    float[] taught = new float[n * width];
    boolean[] relevant = new boolean[n * width];
    for (int i = 0; i < n; i++) {
      System.arraycopy(batch.get(i).scores(), 0, taught, i * width, width);
      Arrays.fill(relevant, i * width, i * width + batch.get(i).positives(), true);
    }
    Tensor teacher = Tensor.create(taught, n, width);
    Tensor divergence =
        new DistillationLoss(DistillationLoss.Measure.KL, 1 / TEMPERATURE).loss(scores, teacher);
    Tensor contrast = contrast(scores, Tensor.create(relevant, n, width));
    Tensor difference = scores.sub(teacher).square().mean();
    SequencedMap<String, Tensor> parts = new LinkedHashMap<>();
    parts.put("distillation", divergence);
    parts.put("contrast", contrast);
    parts.put("scores", difference);
    return new LossTensors(
        divergence
            .add(contrast.mul(Tensors.scalar(CONTRAST_WEIGHT)))
            .add(difference.mul(Tensors.scalar(SCORE_WEIGHT))),
        parts);
  }

  private static Tensor contrast(Tensor scores, Tensor relevant) {
    Tensor logits = scores.div(Tensors.scalar(TEMPERATURE));
    Tensor others =
        torch.logsumexp(
            logits.masked_fill(relevant, new Scalar(Float.NEGATIVE_INFINITY)),
            new long[] {1},
            true);
    // -ln(e^p / (e^p + sum of e^n)) of each relevant passage
    Tensor losses = torch.softplus(others.sub(logits));
    Tensor mask = relevant.to(torch.ScalarType.Float);
    return losses.mul(mask).sum().div(mask.sum());
  }

  /** Returns the scores of the candidates, {@code [queries, candidates]}. */
  Tensor scores(List<RankedCandidates> batch) {
    int n = batch.size();
    int width = batch.getFirst().candidates().length;
    int[] numbers = new int[n * width];
    int longest = 1;
    int longestQuery = 1;
    float[] factors = new float[n * width];
    float[] offsets = new float[n * width];
    for (int i = 0; i < n; i++) {
      RankedCandidates ranked = batch.get(i);
      longestQuery = Math.max(longestQuery, queries.size(ranked.query()));
      for (int j = 0; j < width; j++) {
        int at = i * width + j;
        numbers[at] = ranked.candidates()[j];
        longest = Math.max(longest, passages.size(numbers[at]));
        LateInteractionTables.Compensation compensation =
            tables.compensation(
                queries.text(ranked.query()).language(), passages.text(numbers[at]).language());
        factors[at] = compensation.factor();
        offsets[at] = compensation.offset();
      }
    }
    long[] places = new long[numbers.length * longest];
    boolean[] padding = new boolean[places.length];
    Arrays.fill(padding, true);
    for (int i = 0, next = 0; i < numbers.length; i++) {
      for (int token = 0; token < passages.size(numbers[i]); token++) {
        places[i * longest + token] = next++;
        padding[i * longest + token] = false;
      }
    }
    Tensor stored = quantized(projected(passages.rowsOf(numbers)));
    long dimension = stored.size(1);
    Tensor padded =
        stored.index_select(0, Tensor.create(places)).view(n, (long) width * longest, dimension);
    Tensor largest =
        queryVectors(batch, longestQuery)
            .bmm(padded.transpose(1, 2))
            .view(n, longestQuery, width, longest)
            .masked_fill(
                Tensor.create(padding, n, 1, width, longest), new Scalar(Float.NEGATIVE_INFINITY))
            .amax(new long[] {3}, false);
    return largest
        .mul(queryWeights(batch, longestQuery))
        .sum(1)
        .mul(Tensor.create(factors, n, width))
        .add(Tensor.create(offsets, n, width));
  }

  private Tensor queryVectors(List<RankedCandidates> batch, int longest) {
    int[] numbers = batch.stream().mapToInt(RankedCandidates::query).toArray();
    long[] places = new long[numbers.length * longest];
    for (int i = 0, next = 0; i < numbers.length; i++) {
      for (int token = 0; token < queries.size(numbers[i]); token++) {
        places[i * longest + token] = next++;
      }
    }
    Tensor vectors = projected(queries.rowsOf(numbers));
    return vectors
        .index_select(0, Tensor.create(places))
        .view(numbers.length, longest, vectors.size(1));
  }

  /** Returns the weights of the tokens of queries, {@code [queries, tokens, 1]}; 0 for padding. */
  private Tensor queryWeights(List<RankedCandidates> batch, int longest) {
    float[] weights = new float[batch.size() * longest];
    for (int i = 0; i < batch.size(); i++) {
      float[] own = queries.weights(batch.get(i).query());
      System.arraycopy(own, 0, weights, i * longest, own.length);
    }
    return Tensor.create(weights, batch.size(), longest, 1);
  }

  /** Returns unit vectors, {@code [tokens, dimension]}. */
  private Tensor projected(Tensor vectors) {
    NormalizeFuncOptions alongVectors = new NormalizeFuncOptions();
    alongVectors.dim().put(1);
    return torch.normalize(vectors.matmul(projection.t()), alongVectors);
  }

  /** Returns the vectors as they are stored, with the scale that makes products unbiased. */
  private Tensor quantized(Tensor units) {
    int levels = 1 << bits;
    Tensor exact = units.detach();
    Tensor values =
        exact
            .mul(Tensors.scalar(Math.sqrt((double) units.size(1)) / TokenQuantization.step(bits)))
            .floor()
            .add(Tensors.scalar(1 << (bits - 1)))
            .clamp(new ScalarOptional(new Scalar(0)), new ScalarOptional(new Scalar(levels - 1)))
            .mul(Tensors.scalar(2))
            .add(Tensors.scalar(1 - levels));
    Tensor products =
        exact
            .mul(values)
            .sum(new long[] {1}, true, new ScalarTypeOptional())
            .clamp_min(new Scalar(1e-6));
    return units.add(values.div(products).sub(exact).detach());
  }

  /**
   * Returns a validation by the mean reciprocal rank of the relevant passages of held-out queries
   * among the candidates that are not relevant.
   */
  Validation validation(List<RankedCandidates> heldOut, int batchSize) {
    return () -> {
      double sum = 0;
      double teacher = 0;
      for (int from = 0; from < heldOut.size(); from += batchSize) {
        List<RankedCandidates> batch =
            heldOut.subList(from, Math.min(from + batchSize, heldOut.size()));
        float[] scores = scoresWithoutGradient(batch);
        int width = batch.getFirst().candidates().length;
        for (int i = 0; i < batch.size(); i++) {
          sum += reciprocalRank(batch.get(i), scores, i * width);
          teacher += reciprocalRank(batch.get(i), batch.get(i).scores(), 0);
        }
      }
      return new Validation.Outcome(
          sum / heldOut.size(), Map.of("teacher", teacher / heldOut.size()));
    };
  }

  @SuppressWarnings("try") // The scope frees the tensors that are created inside it.
  private float[] scoresWithoutGradient(List<RankedCandidates> batch) {
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      return Tensors.toArray(scores(batch));
    }
  }

  /** Returns the mean over the relevant passages, each among those that are not relevant. */
  static double reciprocalRank(RankedCandidates ranked, float[] scores, int from) {
    double sum = 0;
    for (int i = 0; i < ranked.positives(); i++) {
      int rank = 1;
      for (int j = ranked.positives(); j < ranked.candidates().length; j++) {
        if (scores[from + j] > scores[from + i]) {
          rank++;
        }
      }
      sum += 1.0 / rank;
    }
    return sum / ranked.positives();
  }

  @Override
  public void close() {
    projection.close();
  }
}

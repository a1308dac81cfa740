// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.loss.MaxSim;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/**
 * Compares queries and passages by late interaction, as search does: special tokens and prefixes
 * are excluded, the mean of the language is subtracted from the token vectors, vectors have unit
 * length, and what exceeds the score of unrelated passages is divided by the similarity of
 * translations between the two languages.
 */
final class LateInteractionScorer {
  private final PretrainedModel base;
  private final LateInteractionStatistics statistics;
  private final boolean bf16;

  LateInteractionScorer(PretrainedModel base, LateInteractionStatistics statistics, boolean bf16) {
    this.base = requireNonNull(base, "base is null");
    this.statistics = requireNonNull(statistics, "statistics is null");
    this.bf16 = bf16;
  }

  /**
   * Returns the tables of a model.
   *
   * @param key the key of the recipe that requires them
   * @throws TrainingException if it has none, or they project token vectors
   */
  static LateInteractionTables requireTables(PretrainedModel model, String key) {
    return LateInteractionTables.find(model.folder())
        .filter(found -> found.projection().isEmpty())
        .orElseThrow(
            () ->
                new TrainingException(
                    model.folder().path()
                        + ": has no "
                        + LateInteractionTables.FILE
                        + " without a projection, which "
                        + key
                        + " requires: fit the late interaction tables of the model first"));
  }

  /**
   * The texts of one role.
   *
   * @param encodings the texts as tokens
   * @param textNumbers the numbers of the texts
   * @param prefixLength number of characters of the prefix, which precedes the text
   */
  private record Texts(List<Encoding> encodings, int[] textNumbers, int prefixLength) {
    static Texts of(Stream<Encoding> encodings, Stream<Integer> numbers, String prefix) {
      return new Texts(
          encodings.toList(), numbers.mapToInt(number -> number).toArray(), prefix.length());
    }

    /** Returns whether a token belongs to the text itself. */
    boolean isContentToken(int text, int token) {
      Encoding encoding = encodings.get(text);
      if (token >= encoding.size()) {
        return false;
      }
      return encoding.sequenceIds()[token] == Encoding.FIRST
          && encoding.ends()[token] > prefixLength;
    }
  }

  /**
   * Returns the score of each query with each passage, {@code [n, 2 n]}: the better passages of the
   * triples, then the worse ones.
   */
  Tensor scores(List<JudgedTriple> triples) {
    Texts queries =
        Texts.of(
            triples.stream().map(JudgedTriple::query),
            triples.stream().map(JudgedTriple::queryKey),
            base.encodingSettings().queryPrefix());
    Texts passages =
        Texts.of(
            Stream.concat(
                triples.stream().map(JudgedTriple::positive),
                triples.stream().map(JudgedTriple::negative)),
            Stream.concat(
                triples.stream().map(JudgedTriple::positiveKey),
                triples.stream().map(JudgedTriple::negativeKey)),
            base.encodingSettings().passagePrefix());
    return scores(queries, passages);
  }

  private Tensor scores(Texts queries, Texts passages) {
    Tensor queryVectors = vectors(queries);
    Tensor passageVectors = vectors(passages);
    int n = queries.encodings().size();
    int m = passages.encodings().size();
    float[] weights = new float[n * (int) queryVectors.size(1)];
    for (int q = 0, at = 0; q < n; q++) {
      float total = 0;
      int first = at;
      for (int i = 0; i < queryVectors.size(1); i++, at++) {
        weights[at] =
            queries.isContentToken(q, i)
                ? statistics.importance(queries.encodings().get(q).ids()[i])
                : 0;
        total += weights[at];
      }
      if (total == 0) {
        // If no token of a query counts, its first token is compared.
        weights[first] = 1;
      }
    }
    boolean[] ignored = new boolean[m * (int) passageVectors.size(1)];
    for (int p = 0, at = 0; p < m; p++) {
      boolean hasContent = false;
      int first = at;
      for (int i = 0; i < passageVectors.size(1); i++, at++) {
        ignored[at] = !passages.isContentToken(p, i);
        hasContent |= !ignored[at];
      }
      ignored[first] &= hasContent;
    }
    float[] factors = new float[n * m];
    float[] offsets = new float[n * m];
    for (int q = 0, at = 0; q < n; q++) {
      for (int p = 0; p < m; p++, at++) {
        LateInteractionTables.Compensation compensation =
            statistics.compensation(queries.textNumbers()[q], passages.textNumbers()[p]);
        factors[at] = compensation.factor();
        offsets[at] = compensation.offset();
      }
    }
    return MaxSim.scores(
            queryVectors,
            toDevice(Tensor.create(weights, n, queryVectors.size(1))),
            passageVectors,
            toDevice(Tensor.create(ignored, m, passageVectors.size(1))))
        .mul(toDevice(Tensor.create(factors, n, m)))
        .add(toDevice(Tensor.create(offsets, n, m)));
  }

  private Tensor toDevice(Tensor tensor) {
    Device device = base.transformer().device();
    return tensor.to(device, tensor.scalar_type());
  }

  /** Returns unit vectors of all tokens, {@code [texts, tokens, dimension]}. */
  private Tensor vectors(Texts texts) {
    Transformer transformer = base.transformer();
    TokenBatch batch = transformer.batch(texts.encodings());
    Tensor states =
        Autocast.compute(
            bf16,
            transformer.device(),
            () -> transformer.forward(batch).to(torch.ScalarType.Float));
    int hidden = Math.toIntExact(states.size(2));
    float[] means = new float[texts.textNumbers().length * hidden];
    for (int i = 0; i < texts.textNumbers().length; i++) {
      System.arraycopy(statistics.mean(texts.textNumbers()[i]), 0, means, i * hidden, hidden);
    }
    Tensor centred =
        states.sub(toDevice(Tensor.create(means, texts.textNumbers().length, 1, hidden)));
    NormalizeFuncOptions alongVectors = new NormalizeFuncOptions();
    alongVectors.dim().put(2);
    return torch.normalize(centred, alongVectors);
  }
}

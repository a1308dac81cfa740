package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.loss.MaxSim;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/**
 * {@link MultipleNegativesRankingLoss} of queries with the passages of their batch, all compared by
 * late interaction: pieces without special tokens and prefixes, without the mean of their language,
 * of unit length, scores divided by the root of the languages' closeness.
 */
final class LateInteractionObjective implements Objective<List<JudgedTriple>> {
  private final PretrainedModel base;
  private final LateInteractionStatistics statistics;
  private final MultipleNegativesRankingLoss contrast;
  private final boolean bf16;

  LateInteractionObjective(
      PretrainedModel base,
      LateInteractionStatistics space,
      MultipleNegativesRankingLoss contrast,
      boolean bf16) {
    this.base = requireNonNull(base, "base is null");
    this.statistics = requireNonNull(space, "space is null");
    this.contrast = requireNonNull(contrast, "contrast is null");
    this.bf16 = bf16;
  }

  /**
   * Texts of one role, as they are compared.
   *
   * @param encodings what is read of each
   * @param textNumbers of the texts
   * @param prefixLength how many characters of what is read are not the text's own
   */
  private record Texts(List<Encoding> encodings, int[] textNumbers, int prefixLength) {
    static Texts of(List<Encoding> encodings, List<Integer> numbers, String prefix) {
      return new Texts(
          encodings, numbers.stream().mapToInt(number -> number).toArray(), prefix.length());
    }

    /** Whether a piece is the text's own. */
    boolean isContentToken(int text, int piece) {
      Encoding encoding = encodings.get(text);
      if (piece >= encoding.size()) {
        return false;
      }
      return encoding.sequenceIds()[piece] == Encoding.FIRST
          && encoding.ends()[piece] > prefixLength;
    }
  }

  @Override
  public Tensor loss(List<JudgedTriple> triples) {
    Texts queries =
        Texts.of(
            triples.stream().map(JudgedTriple::query).toList(),
            triples.stream().map(JudgedTriple::queryKey).toList(),
            base.encodingSettings().queryPrefix());
    List<Encoding> read = new ArrayList<>(triples.stream().map(JudgedTriple::positive).toList());
    triples.forEach(triple -> read.add(triple.negative()));
    List<Integer> numbers =
        new ArrayList<>(triples.stream().map(JudgedTriple::positiveKey).toList());
    triples.forEach(triple -> numbers.add(triple.negativeKey()));
    Texts passages = Texts.of(read, numbers, base.encodingSettings().passagePrefix());
    Tensor scores = scores(queries, passages);
    return contrast.loss(
        scores,
        keys(triples, JudgedTriple::queryKey),
        keys(triples, JudgedTriple::positiveKey),
        keys(triples, JudgedTriple::negativeKey));
  }

  private Tensor keys(List<JudgedTriple> triples, ToIntFunction<JudgedTriple> key) {
    return Tensors.longTensor(triples.stream().mapToInt(key).toArray())
        .to(device(), torch.ScalarType.Long);
  }

  private Device device() {
    return base.transformer().device();
  }

  /** The score of each query with each passage, {@code [queries, passages]}. */
  private Tensor scores(Texts queries, Texts passages) {
    Tensor asked = vectors(queries);
    Tensor found = vectors(passages);
    int n = queries.encodings().size();
    int m = passages.encodings().size();
    float[] weights = new float[n * (int) asked.size(1)];
    for (int q = 0, at = 0; q < n; q++) {
      float total = 0;
      int first = at;
      for (int i = 0; i < asked.size(1); i++, at++) {
        weights[at] =
            queries.isContentToken(q, i)
                ? statistics.importance(queries.encodings().get(q).ids()[i])
                : 0;
        total += weights[at];
      }
      if (total == 0) {
        // A text without pieces that count is compared by the token before it.
        weights[first] = 1;
      }
    }
    boolean[] missing = new boolean[m * (int) found.size(1)];
    for (int p = 0, at = 0; p < m; p++) {
      boolean any = false;
      int first = at;
      for (int i = 0; i < found.size(1); i++, at++) {
        missing[at] = !passages.isContentToken(p, i);
        any |= !missing[at];
      }
      missing[first] &= any;
    }
    float[] factors = new float[n * m];
    for (int q = 0, at = 0; q < n; q++) {
      for (int p = 0; p < m; p++, at++) {
        factors[at] =
            statistics.languagePairFactor(queries.textNumbers()[q], passages.textNumbers()[p]);
      }
    }
    return MaxSim.scores(
            asked,
            toDevice(Tensor.create(weights, n, asked.size(1))),
            found,
            toDevice(Tensor.create(missing, m, found.size(1))))
        .mul(toDevice(Tensor.create(factors, n, m)));
  }

  private Tensor toDevice(Tensor made) {
    return made.to(device(), made.scalar_type());
  }

  /** Unit vectors of all pieces, {@code [texts, pieces, dimension]}. */
  private Tensor vectors(Texts texts) {
    Transformer transformer = base.transformer();
    TokenBatch batch = transformer.batch(texts.encodings());
    Tensor states;
    Optional<Autocast> cast =
        bf16 ? Optional.of(Autocast.bfloat16(transformer.device())) : Optional.empty();
    try {
      states = transformer.forward(batch).to(torch.ScalarType.Float);
    } finally {
      cast.ifPresent(Autocast::close);
    }
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

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
import org.isogloss.neural.MaxSim;
import org.isogloss.neural.Objective;
import org.isogloss.neural.RankingContrast;
import org.isogloss.neural.Tensors;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.transformer.Autocast;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/**
 * {@link RankingContrast} of queries with the passages of their batch, all compared by late
 * interaction: pieces without special tokens and prefixes, without the mean of their language, of
 * unit length, scores divided by the root of the languages' closeness.
 */
final class InteractionObjective implements Objective<List<JudgedTriple>> {
  private final RankerBase base;
  private final InteractionSpace space;
  private final RankingContrast contrast;
  private final boolean bf16;

  InteractionObjective(
      RankerBase base, InteractionSpace space, RankingContrast contrast, boolean bf16) {
    this.base = requireNonNull(base, "base is null");
    this.space = requireNonNull(space, "space is null");
    this.contrast = requireNonNull(contrast, "contrast is null");
    this.bf16 = bf16;
  }

  /**
   * Texts of one role, as they are compared.
   *
   * @param encodings what is read of each
   * @param numbers of the texts
   * @param prefix how many characters of what is read are not the text's own
   */
  private record Texts(List<Encoding> encodings, int[] numbers, int prefix) {
    static Texts of(List<Encoding> encodings, List<Integer> numbers, String prefix) {
      return new Texts(
          encodings, numbers.stream().mapToInt(number -> number).toArray(), prefix.length());
    }

    /** Whether a piece is the text's own. */
    boolean isOwn(int text, int piece) {
      Encoding encoding = encodings.get(text);
      if (piece >= encoding.size()) {
        return false;
      }
      return encoding.sequenceIds()[piece] == Encoding.FIRST && encoding.ends()[piece] > prefix;
    }
  }

  @Override
  public Tensor loss(List<JudgedTriple> triples) {
    Texts queries =
        Texts.of(
            triples.stream().map(JudgedTriple::query).toList(),
            triples.stream().map(JudgedTriple::queryKey).toList(),
            base.settings().queryPrefix());
    List<Encoding> read = new ArrayList<>(triples.stream().map(JudgedTriple::better).toList());
    triples.forEach(triple -> read.add(triple.worse()));
    List<Integer> numbers = new ArrayList<>(triples.stream().map(JudgedTriple::betterKey).toList());
    triples.forEach(triple -> numbers.add(triple.worseKey()));
    Texts passages = Texts.of(read, numbers, base.settings().passagePrefix());
    Tensor scores = scores(queries, passages);
    return contrast.loss(
        scores,
        keys(triples, JudgedTriple::queryKey),
        keys(triples, JudgedTriple::betterKey),
        keys(triples, JudgedTriple::worseKey));
  }

  private Tensor keys(List<JudgedTriple> triples, ToIntFunction<JudgedTriple> key) {
    return Tensors.ids(triples.stream().mapToInt(key).toArray())
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
            queries.isOwn(q, i) ? space.importance(queries.encodings().get(q).ids()[i]) : 0;
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
        missing[at] = !passages.isOwn(p, i);
        any |= !missing[at];
      }
      missing[first] &= any;
    }
    float[] factors = new float[n * m];
    for (int q = 0, at = 0; q < n; q++) {
      for (int p = 0; p < m; p++, at++) {
        factors[at] = space.factor(queries.numbers()[q], passages.numbers()[p]);
      }
    }
    return MaxSim.scores(
            asked,
            here(Tensor.create(weights, n, asked.size(1))),
            found,
            here(Tensor.create(missing, m, found.size(1))))
        .mul(here(Tensor.create(factors, n, m)));
  }

  private Tensor here(Tensor made) {
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
    float[] means = new float[texts.numbers().length * hidden];
    for (int i = 0; i < texts.numbers().length; i++) {
      System.arraycopy(space.mean(texts.numbers()[i]), 0, means, i * hidden, hidden);
    }
    Tensor centred = states.sub(here(Tensor.create(means, texts.numbers().length, 1, hidden)));
    NormalizeFuncOptions alongVectors = new NormalizeFuncOptions();
    alongVectors.dim().put(2);
    return torch.normalize(centred, alongVectors);
  }
}

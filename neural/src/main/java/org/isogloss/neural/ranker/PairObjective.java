package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.ToIntFunction;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.LossTensors;
import org.isogloss.neural.Tensors;
import org.isogloss.neural.VectorObjective;
import org.isogloss.text.Encoding;

/** What is asked of pairs of texts, all of it on the same vectors: the sum of some losses. */
final class PairObjective implements VectorObjective<List<TextPair>> {
  private final BiEncoder encoder;
  private final Optional<Teacher> teacher;
  private final List<PairLoss> asked;

  /**
   * An objective.
   *
   * @param teacher where one of the losses compares with its vectors
   * @param asked one or more; the weight of one alone is left to who asks
   */
  PairObjective(BiEncoder encoder, Optional<Teacher> teacher, List<PairLoss> asked) {
    this.encoder = requireNonNull(encoder, "encoder is null");
    this.teacher = requireNonNull(teacher, "teacher is null");
    this.asked = List.copyOf(asked);
  }

  private ChunkPlan plan(List<TextPair> pairs) {
    List<Encoding> texts = new ArrayList<>();
    pairs.forEach(pair -> texts.add(pair.left()));
    pairs.forEach(pair -> texts.add(pair.right()));
    return encoder.plan(texts);
  }

  @Override
  public int chunks(List<TextPair> pairs) {
    return plan(pairs).chunks();
  }

  @Override
  public Tensor vectors(List<TextPair> pairs, int chunk) {
    return encoder.vectors(plan(pairs), chunk);
  }

  @Override
  public LossTensors losses(List<TextPair> pairs, Tensor vectors) {
    PairVectors found = vectorsOf(pairs, encoder.inOrder(plan(pairs), vectors));
    if (asked.size() == 1) {
      return LossTensors.of(asked.getFirst().loss().apply(found));
    }
    SequencedMap<String, Tensor> parts = new LinkedHashMap<>();
    Tensor total = torch.zeros(new long[0], vectors.options());
    for (PairLoss loss : asked) {
      Tensor part = loss.loss().apply(found);
      parts.put(loss.name(), part);
      total = total.add(part.mul(Tensors.scalar(loss.weight())));
    }
    return new LossTensors(total, parts);
  }

  private PairVectors vectorsOf(List<TextPair> pairs, Tensor ordered) {
    long n = pairs.size();
    return new PairVectors(
        ordered.narrow(0, 0, n),
        ordered.narrow(0, n, n),
        keys(pairs, TextPair::leftKey),
        keys(pairs, TextPair::rightKey),
        teacher.map(
            shows ->
                new PairVectors.Shown(
                    shows.vectors(
                        pairs.stream()
                            .map(PairObjective::shown)
                            .map(TextPair.Shown::text)
                            .toList()),
                    keys(pairs, pair -> shown(pair).key()))));
  }

  private static TextPair.Shown shown(TextPair pair) {
    return pair.shown().orElseThrow();
  }

  private Tensor keys(List<TextPair> pairs, ToIntFunction<TextPair> key) {
    return Tensors.ids(pairs.stream().mapToInt(key).toArray())
        .to(encoder.transformer().device(), torch.ScalarType.Long);
  }
}

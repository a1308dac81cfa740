package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.objective.LossTensors;
import org.isogloss.neural.objective.VectorObjective;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;

/** What is asked of pairs of texts, all of it on the same vectors: the sum of some losses. */
final class PairObjective implements VectorObjective<List<TextPair>> {
  private final BiEncoder encoder;
  private final Optional<TeacherEncoder> teacher;
  private final List<PairLoss> losses;

  /**
   * An objective.
   *
   * @param teacher where one of the losses compares with its vectors
   * @param losses one or more; the weight of one alone is left to who asks
   */
  PairObjective(BiEncoder encoder, Optional<TeacherEncoder> teacher, List<PairLoss> losses) {
    this.encoder = requireNonNull(encoder, "encoder is null");
    this.teacher = requireNonNull(teacher, "teacher is null");
    this.losses = List.copyOf(losses);
  }

  private LengthSortedChunks chunksOf(List<TextPair> pairs) {
    return encoder.chunksOf(
        Stream.of(sides(pairs, TextPair::left), sides(pairs, TextPair::right))
            .flatMap(List::stream)
            .map(TextPair.Side::text)
            .toList());
  }

  private static List<TextPair.Side> sides(
      List<TextPair> pairs, Function<TextPair, TextPair.Side> side) {
    return pairs.stream().map(side).toList();
  }

  @Override
  public int chunks(List<TextPair> pairs) {
    return chunksOf(pairs).chunkCount();
  }

  @Override
  public Tensor vectors(List<TextPair> pairs, int chunk) {
    return encoder.vectors(chunksOf(pairs), chunk);
  }

  @Override
  public LossTensors losses(List<TextPair> pairs, Tensor vectors) {
    PairVectors found = toPairVectors(pairs, encoder.restoreOrder(chunksOf(pairs), vectors));
    if (losses.size() == 1) {
      return LossTensors.of(losses.getFirst().loss().apply(found));
    }
    SequencedMap<String, Tensor> parts = new LinkedHashMap<>();
    Tensor total = torch.zeros(new long[0], vectors.options());
    for (PairLoss loss : losses) {
      Tensor part = loss.loss().apply(found);
      parts.put(loss.name(), part);
      total = total.add(part.mul(Tensors.scalar(loss.weight())));
    }
    return new LossTensors(total, parts);
  }

  private PairVectors toPairVectors(List<TextPair> pairs, Tensor ordered) {
    long n = pairs.size();
    List<TextPair.Side> left = sides(pairs, TextPair::left);
    List<TextPair.Side> right = sides(pairs, TextPair::right);
    Function<List<TextPair.Side>, Optional<PairVectors.TeacherOutput>> shown =
        teacherOutputs(left, right);
    return new PairVectors(
        new PairVectors.Side(
            ordered.narrow(0, 0, n), keys(left, TextPair.Side::textKey), shown.apply(left)),
        new PairVectors.Side(
            ordered.narrow(0, n, n), keys(right, TextPair.Side::textKey), shown.apply(right)));
  }

  /** What the teacher gives for one side, after it read every text of both sides once. */
  private Function<List<TextPair.Side>, Optional<PairVectors.TeacherOutput>> teacherOutputs(
      List<TextPair.Side> left, List<TextPair.Side> right) {
    if (teacher.isEmpty()) {
      return sides -> Optional.empty();
    }
    IdentityHashMap<TextPair.TeacherInput, Integer> places = new IdentityHashMap<>();
    List<Encoding> texts = new ArrayList<>();
    for (List<TextPair.Side> sides : List.of(left, right)) {
      for (TextPair.Side side : sides) {
        TextPair.TeacherInput shown = side.teacherInput().orElseThrow();
        if (places.putIfAbsent(shown, texts.size()) == null) {
          texts.add(shown.text());
        }
      }
    }
    Tensor vectors = teacher.get().vectors(texts);
    return sides ->
        Optional.of(
            new PairVectors.TeacherOutput(
                vectors.index_select(
                    0, keys(sides, side -> places.get(side.teacherInput().orElseThrow()))),
                keys(sides, side -> side.teacherInput().orElseThrow().key())));
  }

  private Tensor keys(List<TextPair.Side> sides, ToIntFunction<TextPair.Side> key) {
    return Tensors.longTensor(sides.stream().mapToInt(key).toArray())
        .to(encoder.transformer().device(), torch.ScalarType.Long);
  }
}

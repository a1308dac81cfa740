// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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

/** The weighted sum of one or more losses of text pairs, computed from the same vectors. */
final class PairObjective implements VectorObjective<List<TextPair>> {
  private final BiEncoder encoder;
  private final Optional<TeacherEncoder> teacher;
  private final List<PairLoss> losses;

  /**
   * Creates an objective.
   *
   * @param teacher present if one of the losses needs the teacher's vectors
   * @param losses one or more; the weight of a single loss is ignored, because the caller applies
   *     it
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
    PairVectors pairVectors = toPairVectors(pairs, encoder.restoreOrder(chunksOf(pairs), vectors));
    if (losses.size() == 1) {
      return LossTensors.of(losses.getFirst().loss().apply(pairVectors));
    }
    SequencedMap<String, Tensor> parts = new LinkedHashMap<>();
    Tensor total = torch.zeros(new long[0], vectors.options());
    for (PairLoss loss : losses) {
      Tensor part = loss.loss().apply(pairVectors);
      parts.put(loss.name(), part);
      total = total.add(part.mul(Tensors.scalar(loss.weight())));
    }
    return new LossTensors(total, parts);
  }

  private PairVectors toPairVectors(List<TextPair> pairs, Tensor ordered) {
    long n = pairs.size();
    List<TextPair.Side> left = sides(pairs, TextPair::left);
    List<TextPair.Side> right = sides(pairs, TextPair::right);
    Function<List<TextPair.Side>, Optional<PairVectors.TeacherOutput>> outputs =
        teacherOutputs(left, right);
    return new PairVectors(
        new PairVectors.Side(
            ordered.narrow(0, 0, n), keys(left, TextPair.Side::textKey), outputs.apply(left)),
        new PairVectors.Side(
            ordered.narrow(0, n, n), keys(right, TextPair.Side::textKey), outputs.apply(right)));
  }

  /**
   * Returns the teacher's output for one side; the teacher encodes every text of both sides only
   * once.
   */
  private Function<List<TextPair.Side>, Optional<PairVectors.TeacherOutput>> teacherOutputs(
      List<TextPair.Side> left, List<TextPair.Side> right) {
    if (teacher.isEmpty()) {
      return sides -> Optional.empty();
    }
    IdentityHashMap<TextPair.TeacherInput, Integer> rows = new IdentityHashMap<>();
    List<Encoding> texts = new ArrayList<>();
    for (List<TextPair.Side> sides : List.of(left, right)) {
      for (TextPair.Side side : sides) {
        TextPair.TeacherInput input = side.teacherInput().orElseThrow();
        if (rows.putIfAbsent(input, texts.size()) == null) {
          texts.add(input.text());
        }
      }
    }
    Tensor vectors = teacher.get().vectors(texts);
    return sides ->
        Optional.of(
            new PairVectors.TeacherOutput(
                vectors.index_select(
                    0, keys(sides, side -> rows.get(side.teacherInput().orElseThrow()))),
                keys(sides, side -> side.teacherInput().orElseThrow().key())));
  }

  private Tensor keys(List<TextPair.Side> sides, ToIntFunction<TextPair.Side> key) {
    return Tensors.longTensor(sides.stream().mapToInt(key).toArray())
        .to(encoder.transformer().device(), torch.ScalarType.Long);
  }
}

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
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.batch.PairSampler;
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
  private final double sources;

  /**
   * Creates an objective.
   *
   * @param teacher present if one of the losses needs the teacher's vectors
   * @param losses one or more; the weight of a single loss is ignored, because the caller applies
   *     it
   * @param sources fraction of the texts that the teacher reads itself which are encoded too; with
   *     less than 1, the losses get one side with the encoded texts
   */
  PairObjective(
      BiEncoder encoder, Optional<TeacherEncoder> teacher, List<PairLoss> losses, double sources) {
    this.encoder = requireNonNull(encoder, "encoder is null");
    this.teacher = requireNonNull(teacher, "teacher is null");
    this.losses = List.copyOf(losses);
    this.sources = sources;
  }

  private LengthSortedChunks chunksOf(List<TextPair> pairs) {
    return encoder.chunksOf(
        encodedSides(pairs).stream().flatMap(List::stream).map(TextPair.Side::text).toList());
  }

  /** Returns the texts to encode: the left and the right ones, or some of all as one side. */
  private List<List<TextPair.Side>> encodedSides(List<TextPair> pairs) {
    List<TextPair.Side> left = pairs.stream().map(TextPair::left).toList();
    List<TextPair.Side> right = pairs.stream().map(TextPair::right).toList();
    if (sources == 1) {
      return List.of(left, right);
    }
    List<TextPair.Side> all = Stream.concat(left.stream(), right.stream()).toList();
    List<TextPair.Side> some =
        pairs.stream().map(this::encodedSides).flatMap(List::stream).toList();
    return List.of(some.isEmpty() ? all : some);
  }

  /**
   * Of the texts that the teacher reads itself, a fraction is encoded, which the pair decides. The
   * teacher reads both sides if a text has no translation; this text is always encoded, once.
   */
  private List<TextPair.Side> encodedSides(TextPair pair) {
    TextPair.Side left = pair.left();
    TextPair.Side right = pair.right();
    if (isSource(left) && isSource(right)) {
      return left.textKey() == right.textKey() ? List.of(left) : List.of(left, right);
    }
    boolean sourceIsEncoded = uniform(left.textKey(), right.textKey()) < sources;
    return Stream.of(left, right).filter(side -> sourceIsEncoded || !isSource(side)).toList();
  }

  private static boolean isSource(TextPair.Side side) {
    return side.teacherInput().orElseThrow().key() == side.textKey();
  }

  /** Returns a number in [0, 1) that depends only on two keys. */
  private static double uniform(int left, int right) {
    return new SplittableRandom(PairSampler.mixSeeds(left, right)).nextDouble();
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
    List<List<TextPair.Side>> encoded = encodedSides(pairs);
    Function<List<TextPair.Side>, Optional<PairVectors.TeacherOutput>> outputs =
        teacherOutputs(encoded);
    List<PairVectors.Side> sides = new ArrayList<>();
    long start = 0;
    for (List<TextPair.Side> side : encoded) {
      sides.add(
          new PairVectors.Side(
              ordered.narrow(0, start, side.size()),
              keys(side, TextPair.Side::textKey),
              outputs.apply(side)));
      start += side.size();
    }
    return new PairVectors(sides);
  }

  /** Returns the teacher's output for a side; the teacher encodes every text only once. */
  private Function<List<TextPair.Side>, Optional<PairVectors.TeacherOutput>> teacherOutputs(
      List<List<TextPair.Side>> encoded) {
    if (teacher.isEmpty()) {
      return side -> Optional.empty();
    }
    IdentityHashMap<TextPair.TeacherInput, Integer> rows = new IdentityHashMap<>();
    List<Encoding> texts = new ArrayList<>();
    for (List<TextPair.Side> sides : encoded) {
      for (TextPair.Side side : sides) {
        TextPair.TeacherInput input = side.teacherInput().orElseThrow();
        if (rows.putIfAbsent(input, texts.size()) == null) {
          texts.add(input.text());
        }
      }
    }
    Tensor vectors = teacher.get().vectors(texts);
    return side ->
        Optional.of(
            new PairVectors.TeacherOutput(
                vectors.index_select(
                    0, keys(side, text -> rows.get(text.teacherInput().orElseThrow()))),
                keys(side, text -> text.teacherInput().orElseThrow().key())));
  }

  private Tensor keys(List<TextPair.Side> sides, ToIntFunction<TextPair.Side> key) {
    return Tensors.longTensor(sides.stream().mapToInt(key).toArray())
        .to(encoder.transformer().device(), torch.ScalarType.Long);
  }
}

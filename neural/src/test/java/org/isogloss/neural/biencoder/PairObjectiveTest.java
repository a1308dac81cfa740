// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Role;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts of pairs that an objective encodes; the teacher reads the left ones. */
@RequiresTorch
class PairObjectiveTest {
  private static final int RIGHT = 1000;

  @TempDir private Path folder;
  private PointerScope scope;
  private PretrainedModel base;
  private TeacherEncoder teacher;

  @BeforeEach
  void open() throws IOException {
    scope = new PointerScope();
    Path copy = SampleTransformer.BERT_ENCODER.copyInto(folder);
    base =
        PretrainedModel.open(
            new PretrainedModelOptions(
                copy,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                64,
                0,
                PretrainedModelOptions.WordEmbeddingPrecision.WHOLE,
                PretrainedModelOptions.FrozenPart.NOTHING,
                0,
                PretrainedModelOptions.WordGradient.SPARSE),
            new ComputeOptions("cpu", false));
    teacher =
        TeacherEncoder.open(
            copy, (BiEncoderRecipe) RecipeFixtures.biEncoder(folder, "model.base=" + copy));
  }

  @AfterEach
  void close() {
    teacher.close();
    base.close();
    scope.close();
  }

  private List<TextPair> pairs(int count) {
    List<String> lines = CorpusFixtures.pairs();
    List<TextPair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String[] texts = lines.get(i % lines.size()).split("\t", -1);
      Optional<TextPair.TeacherInput> input =
          Optional.of(new TextPair.TeacherInput(teacher.encode(texts[0], Role.QUERY), i));
      pairs.add(
          new TextPair(
              new TextPair.Side(base.encodeQuery(texts[0]), i, input),
              new TextPair.Side(base.encodeQuery(texts[1]), i + RIGHT, input)));
    }
    return pairs;
  }

  /** Returns the vectors that the loss of some pairs is computed from. */
  private PairVectors vectors(List<TextPair> pairs, double sources) {
    List<PairVectors> computed = new ArrayList<>();
    PairObjective objective =
        new PairObjective(
            new BiEncoder(base.transformer(), new PoolingHead(Pooling.MEAN), false, 8),
            Optional.of(teacher),
            List.of(
                new PairLoss(
                    "captured",
                    1,
                    vectors -> {
                      computed.add(vectors);
                      return vectors.sides().getFirst().vectors().sum();
                    })),
            sources);
    objective.loss(pairs);
    return computed.getFirst();
  }

  private static long[] keys(Tensor keys) {
    return IntStream.range(0, (int) keys.size(0))
        .mapToLong(i -> keys.select(0, i).item_long())
        .toArray();
  }

  private static void assertSame(Tensor found, Tensor expected) {
    float[] numbers = Tensors.toArray(found.detach().contiguous());
    float[] others = Tensors.toArray(expected.detach().contiguous());
    assertThat(numbers).hasSameSizeAs(others);
    for (int i = 0; i < numbers.length; i++) {
      assertThat(numbers[i]).isCloseTo(others[i], within(1e-5f));
    }
  }

  @Test
  void encodesBothSides() {
    PairVectors vectors = vectors(pairs(20), 1);
    assertThat(vectors.sides()).hasSize(2);
    assertThat(keys(vectors.left().keys()))
        .containsExactly(IntStream.range(0, 20).asLongStream().toArray());
    assertThat(keys(vectors.right().keys()))
        .containsExactly(IntStream.range(RIGHT, RIGHT + 20).asLongStream().toArray());
    // Without training, the student's vectors are the teacher's.
    assertSame(vectors.left().vectors(), vectors.left().requireTeacherOutput().vectors());
  }

  @Test
  void leavesOutTheTextsThatTheTeacherReads() {
    List<TextPair> pairs = pairs(20);
    PairVectors vectors = vectors(pairs, 0);
    PairVectors.Side side = vectors.sides().getFirst();
    assertThat(vectors.sides()).hasSize(1);
    assertThat(keys(side.keys()))
        .containsExactly(IntStream.range(RIGHT, RIGHT + 20).asLongStream().toArray());
    assertThat(keys(side.requireTeacherOutput().keys()))
        .containsExactly(IntStream.range(0, 20).asLongStream().toArray());
    PairVectors both = vectors(pairs, 1);
    assertSame(side.vectors(), both.right().vectors());
    assertSame(side.requireTeacherOutput().vectors(), both.left().vectors());
  }

  @Test
  void encodesAFractionOfThem() {
    long[] keys = keys(vectors(pairs(300), 0.3).sides().getFirst().keys());
    assertThat(Arrays.stream(keys).filter(key -> key >= RIGHT).count()).isEqualTo(300);
    assertThat(Arrays.stream(keys).filter(key -> key < RIGHT).count()).isBetween(65L, 115L);
  }

  @Test
  void encodesATextWithoutATranslationOnce() {
    List<TextPair> pairs =
        pairs(20).stream().map(pair -> new TextPair(pair.left(), copy(pair.left()))).toList();
    PairVectors.Side side = vectors(pairs, 0.3).sides().getFirst();
    assertThat(keys(side.keys())).containsExactly(IntStream.range(0, 20).asLongStream().toArray());
    assertSame(side.vectors(), side.requireTeacherOutput().vectors());
  }

  private static TextPair.Side copy(TextPair.Side side) {
    return new TextPair.Side(side.text(), side.textKey(), side.teacherInput());
  }
}

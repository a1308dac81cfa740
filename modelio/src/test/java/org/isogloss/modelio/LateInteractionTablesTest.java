// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.isogloss.core.Language;
import org.isogloss.modelio.LateInteractionTables.LanguageStatistics;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LateInteractionTablesTest {
  @TempDir Path scratch;

  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");
  private static final Language FRENCH = Language.of("fr");

  private static LanguageStatistics statistics(int hidden, float first, float closeness) {
    float[] mean = new float[hidden];
    mean[0] = first;
    return new LanguageStatistics(mean, closeness);
  }

  private static LateInteractionTables tables(int pieces, int hidden) {
    float[] importance = new float[pieces];
    importance[pieces - 1] = 7;
    return new LateInteractionTables(
        importance, Map.of("de", statistics(hidden, 3, 0.5f), "en", statistics(hidden, 1, 1)));
  }

  @Test
  void readsWrittenTables() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(LateInteractionTables.find(model)).isEmpty();
      tables(model.vocabularySize(), model.dimension()).write(folder);
      LateInteractionTables read = LateInteractionTables.find(model).orElseThrow();
      assertThat(read.languages()).containsExactly("de", "en");
      assertThat(read.vocabularySize()).isEqualTo(model.vocabularySize());
      assertThat(read.importance(read.vocabularySize() - 1)).isEqualTo(7);
      assertThat(read.statistics(GERMAN).meanVector()[0]).isEqualTo(3);
      assertThat(read.statistics(GERMAN).pivotSimilarity()).isEqualTo(0.5f);
    }
  }

  @Test
  void unknownLanguageHasAverageStatistics() {
    LateInteractionTables tables = tables(9, 4);
    assertThat(tables.statistics(FRENCH).meanVector()[0]).isEqualTo(2);
    assertThat(tables.statistics(FRENCH).pivotSimilarity()).isEqualTo(0.75f);
  }

  @Test
  void similarityOfTwoLanguagesIsTheSmallerOne() {
    LateInteractionTables tables = tables(9, 4);
    assertThat(tables.translationSimilarity(ENGLISH, ENGLISH)).isEqualTo(1);
    assertThat(tables.translationSimilarity(GERMAN, GERMAN)).isEqualTo(1);
    assertThat(tables.translationSimilarity(ENGLISH, GERMAN)).isEqualTo(0.5f);
    assertThat(tables.translationSimilarity(GERMAN, ENGLISH)).isEqualTo(0.5f);
    assertThat(tables.translationSimilarity(FRENCH, ENGLISH)).isEqualTo(0.75f);
    assertThat(tables.translationSimilarity(Language.UNDETERMINED, Language.UNDETERMINED))
        .isEqualTo(0.75f);
  }

  @Test
  void compensatesOnlyWhatExceedsTheScoreOfUnrelatedPassages() {
    LateInteractionTables tables = tables(9, 4);
    assertThat(tables.compensation(GERMAN, GERMAN).apply(0.3f)).isEqualTo(0.3f);
    assertThat(tables.compensation(ENGLISH, GERMAN).apply(0.2f)).isCloseTo(0.2f, within(1e-6f));
    // 0.2 + (0.3 - 0.2) / 0.5
    assertThat(tables.compensation(ENGLISH, GERMAN).apply(0.3f)).isCloseTo(0.4f, within(1e-6f));
    // 0.2 + (0.5 - 0.2) / 0.75
    assertThat(tables.compensation(FRENCH, ENGLISH).apply(0.5f)).isCloseTo(0.6f, within(1e-6f));
  }

  @Test
  void storesAnotherScoreOfUnrelatedPassages() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      tables(model.vocabularySize(), model.dimension()).withUnrelatedScore(0.1).write(folder);
      LateInteractionTables read = LateInteractionTables.find(model).orElseThrow();
      assertThat(read.unrelatedScore()).isEqualTo(0.1);
      assertThat(read.compensation(ENGLISH, GERMAN).apply(0.3f)).isCloseTo(0.5f, within(1e-6f));
    }
  }

  @Test
  void readsWrittenProjection() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      int hidden = model.dimension();
      float[] matrix = new float[3 * hidden];
      matrix[1] = 2;
      matrix[hidden] = -1;
      matrix[3 * hidden - 1] = 0.5f;
      LateInteractionTables plain = tables(model.vocabularySize(), hidden);
      plain.projectedBy(new TokenProjection(matrix, hidden), 1).write(folder);
      LateInteractionTables read = LateInteractionTables.find(model).orElseThrow();
      assertThat(read.storage().bits()).hasValue(1);
      assertThat(read.dimension()).isEqualTo(3);
      // The German mean is 3 in the first dimension, which the second row maps to its negative.
      assertThat(read.statistics(GERMAN).meanVector()).containsExactly(0, -3, 0);
      TokenProjection projection = read.projection().orElseThrow();
      assertThat(projection.matrix()).containsExactly(matrix);
      float[] states = new float[2 * hidden];
      states[hidden] = 4;
      states[hidden + 1] = 3;
      states[2 * hidden - 1] = 8;
      float[] vector = new float[5];
      projection.apply(states, hidden, vector, 1);
      assertThat(vector).containsExactly(0, 6, -4, 4, 0);
      assertThat(read.fingerprint("v")).isNotEqualTo(plain.fingerprint("v"));
      assertThat(read.withUnrelatedScore(0.1).projection()).isPresent();
    }
  }

  @Test
  void readsWrittenTokensPerVector() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      LateInteractionTables plain = tables(model.vocabularySize(), model.dimension());
      assertThat(plain.storage()).isEqualTo(TokenVectorStorage.DEFAULT);
      plain.withTokensPerVector(2).write(folder);
      LateInteractionTables read = LateInteractionTables.find(model).orElseThrow();
      assertThat(read.storage()).isEqualTo(new TokenVectorStorage(OptionalInt.empty(), 2));
      assertThat(plain.withVectorsOf(read).storage()).isEqualTo(read.storage());
      assertThat(read.withUnrelatedScore(0.1).storage()).isEqualTo(read.storage());
      float[] matrix = new float[2 * model.dimension()];
      assertThat(read.projectedBy(new TokenProjection(matrix, model.dimension()), 4).storage())
          .isEqualTo(new TokenVectorStorage(OptionalInt.of(4), 2));
    }
    assertThatThrownBy(() -> tables(9, 4).withTokensPerVector(0))
        .hasMessageContaining("tokens per vector is 0, expected 1 to 16");
  }

  @Test
  void rejectsInvalidProjections() {
    assertThatThrownBy(() -> new TokenProjection(new float[7], 4))
        .hasMessageContaining("has 7 numbers, expected a multiple of the width of the states, 4");
    assertThatThrownBy(() -> new TokenProjection(new float[20], 4))
        .hasMessageContaining("has 5 dimensions, expected at most 4");
    assertThatThrownBy(() -> new TokenProjection(new float[] {Float.NaN, 0}, 2))
        .hasMessageContaining("the projection holds NaN");
    TokenProjection projection = new TokenProjection(new float[] {1, 0}, 2);
    assertThatThrownBy(() -> tables(9, 4).projectedBy(projection, 2))
        .hasMessageContaining("the projection is of 2 dimensions, expected 4");
    assertThatThrownBy(() -> tables(9, 2).projectedBy(projection, 3))
        .hasMessageContaining("bits is 3, expected 1, 2 or 4");
  }

  @Test
  void rejectsProjectionOfAnotherModel() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      int hidden = model.dimension() - 1;
      tables(model.vocabularySize(), hidden)
          .projectedBy(new TokenProjection(new float[2 * hidden], hidden), 2)
          .write(folder);
      assertThatThrownBy(() -> LateInteractionTables.find(model))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("projection");
    }
  }

  @Test
  void rejectsTablesOfAnotherModel() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      tables(model.vocabularySize() + 1, model.dimension()).write(folder);
      assertThatThrownBy(() -> LateInteractionTables.find(model))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("interaction.safetensors")
          .hasMessageContaining("importance");
      tables(model.vocabularySize(), model.dimension() + 1).write(folder);
      assertThatThrownBy(() -> LateInteractionTables.find(model)).hasMessageContaining("means");
    }
  }

  @Test
  void rejectsInvalidValues() {
    assertThatThrownBy(() -> statistics(4, 1, 0)).hasMessageContaining("closeness is 0.0");
    assertThatThrownBy(() -> statistics(4, 1, 1.5f)).hasMessageContaining("closeness is 1.5");
    assertThatThrownBy(() -> tables(3, 4).withUnrelatedScore(1))
        .hasMessageContaining("score of unrelated passages is 1.0");
    assertThatThrownBy(() -> new LateInteractionTables(new float[3], Map.of()))
        .hasMessageContaining("contain no language");
    assertThatThrownBy(
            () ->
                new LateInteractionTables(
                    new float[3], Map.of("de", statistics(4, 1, 1), "en", statistics(5, 1, 1))))
        .hasMessageContaining("4 and 5 dimensions");
  }
}

package org.isogloss.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.model.InteractionTables.LanguageSpace;
import org.isogloss.model.samples.SmallTransformer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InteractionTablesTest {
  @TempDir Path scratch;

  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");
  private static final Language FRENCH = Language.of("fr");

  private static LanguageSpace space(int hidden, float first, float closeness) {
    float[] mean = new float[hidden];
    mean[0] = first;
    return new LanguageSpace(mean, closeness);
  }

  private static InteractionTables tables(int pieces, int hidden) {
    float[] importance = new float[pieces];
    importance[pieces - 1] = 7;
    return new InteractionTables(
        importance, Map.of("de", space(hidden, 3, 0.5f), "en", space(hidden, 1, 1)));
  }

  @Test
  void whatIsWrittenIsRead() {
    Path folder = SmallTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(InteractionTables.find(model)).isEmpty();
      tables(model.vocabularySize(), model.dimension()).write(folder);
      InteractionTables read = InteractionTables.find(model).orElseThrow();
      assertThat(read.languages()).containsExactly("de", "en");
      assertThat(read.pieces()).isEqualTo(model.vocabularySize());
      assertThat(read.importance(read.pieces() - 1)).isEqualTo(7);
      assertThat(read.of(GERMAN).mean()[0]).isEqualTo(3);
      assertThat(read.of(GERMAN).closeness()).isEqualTo(0.5f);
    }
  }

  @Test
  void anUnknownLanguageIsAsLanguagesAreOnAverage() {
    InteractionTables tables = tables(9, 4);
    assertThat(tables.of(FRENCH).mean()[0]).isEqualTo(2);
    assertThat(tables.of(FRENCH).closeness()).isEqualTo(0.75f);
  }

  @Test
  void ofTwoLanguagesTheFartherOneCounts() {
    InteractionTables tables = tables(9, 4);
    assertThat(tables.closeness(ENGLISH, ENGLISH)).isEqualTo(1);
    assertThat(tables.closeness(GERMAN, GERMAN)).isEqualTo(1);
    assertThat(tables.closeness(ENGLISH, GERMAN)).isEqualTo(0.5f);
    assertThat(tables.closeness(GERMAN, ENGLISH)).isEqualTo(0.5f);
    assertThat(tables.closeness(FRENCH, ENGLISH)).isEqualTo(0.75f);
    assertThat(tables.closeness(Language.UNDETERMINED, Language.UNDETERMINED)).isEqualTo(0.75f);
  }

  @Test
  void theTablesOfAnotherModelAreRefused() {
    Path folder = SmallTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      tables(model.vocabularySize() + 1, model.dimension()).write(folder);
      assertThatThrownBy(() -> InteractionTables.find(model))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("interaction.safetensors")
          .hasMessageContaining("importance");
      tables(model.vocabularySize(), model.dimension() + 1).write(folder);
      assertThatThrownBy(() -> InteractionTables.find(model)).hasMessageContaining("means");
    }
  }

  @Test
  void damagedNumbersAreRefused() {
    assertThatThrownBy(() -> space(4, 1, 0)).hasMessageContaining("closeness is 0.0");
    assertThatThrownBy(() -> space(4, 1, 1.5f)).hasMessageContaining("closeness is 1.5");
    assertThatThrownBy(() -> new InteractionTables(new float[3], Map.of()))
        .hasMessageContaining("no language");
    assertThatThrownBy(
            () ->
                new InteractionTables(
                    new float[3], Map.of("de", space(4, 1, 1), "en", space(5, 1, 1))))
        .hasMessageContaining("4 and 5 dimensions");
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;

class LanguageModelTest {
  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");
  private static final Language RUSSIAN = Language.of("ru");

  private static byte[] train(long seed) throws IOException {
    LanguageModelBuilder builder =
        new LanguageModelBuilder(
            language ->
                language.equals(RUSSIAN)
                    ? Optional.of(UnaryOperator.identity())
                    : Optional.empty());
    for (int i = 0; i < 40; i++) {
      builder.add(ENGLISH, "news", "the committee met on day " + i + " and waited");
      builder.add(GERMAN, "news", "der Ausschuss traf sich am Tag " + i + " und wartete");
      builder.add(RUSSIAN, "news", "комитет собрался в день " + i + " и решил подождать");
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    builder.write(file, 2_000, 50, seed);
    return file.toByteArray();
  }

  private static LanguageModel read(byte[] file) throws IOException {
    return LanguageModel.read(
        new DataInputStream(new GZIPInputStream(new ByteArrayInputStream(file))));
  }

  private static Language best(LanguageModel model, String text) {
    int group = ScriptGroup.dominant(text);
    float[] logits = new float[model.classes().size()];
    LetterNgrams.of(text, group).forEach(ngram -> model.add(ngram, logits));
    int best = model.classesOf(group)[0];
    for (int number : model.classesOf(group)) {
      best = logits[number] > logits[best] ? number : best;
    }
    return model.classes().get(best).language();
  }

  @Test
  void learnsLanguagesAndRomanizedOnes() throws IOException {
    LanguageModel model = read(train(1));
    assertThat(model.classes())
        .extracting(one -> one.language().tag())
        .containsExactly("de", "en", "ru", "ru-Latn");
    assertThat(best(model, "the day")).isEqualTo(ENGLISH);
    assertThat(best(model, "am Tag")).isEqualTo(GERMAN);
    assertThat(best(model, "день")).isEqualTo(RUSSIAN);
    assertThat(best(model, "komitet sobralsya").tag()).isEqualTo("ru-Latn");
  }

  @Test
  void sameSeedGivesTheSameModel() throws IOException {
    assertThat(train(1)).isEqualTo(train(1)).isNotEqualTo(train(2));
  }

  @Test
  void rejectsOtherFiles() {
    byte[] other = {0, 1, 2, 3, 4, 5, 6, 7};
    assertThatThrownBy(
            () -> LanguageModel.read(new DataInputStream(new ByteArrayInputStream(other))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("another format");
    LanguageModelBuilder empty = new LanguageModelBuilder(language -> Optional.empty());
    assertThatThrownBy(() -> empty.write(new ByteArrayOutputStream(), 10, 10, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("0 languages");
  }
}

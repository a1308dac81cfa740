// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.junit.jupiter.api.Test;

class SentenceReaderTest {
  private final WordTable english = table("en", "cat", "house", "hand");
  private final WordTable german = table("de", "katze", "haus", "hand", "schlange");
  private final SentenceReader reader = new SentenceReader(List.of(english, german), 3);

  private static WordTable table(String language, String... words) {
    return new WordTable(
        Language.of(language),
        List.of(words),
        new StaticEmbeddings(1, new byte[words.length], new float[words.length]));
  }

  @Test
  void readsTheWordsOfTheLanguage() {
    assertThat(reader.read("Katze hand Haus", Language.of("de")).rows()).containsExactly(0, 2, 1);
    assertThat(reader.read("Katze hand Haus", Language.of("en")).rows()).containsExactly(2);
    assertThat(reader.read("Haus Haus Haus Haus", Language.of("de")).rows()).hasSize(3);
  }

  @Test
  void readsOtherLanguagesInTheOneThatKnowsMostWords() {
    assertThat(reader.read("Katze hand", Language.of("fr")).words()).isSameAs(german);
    assertThat(reader.read("cat hand", Language.UNDETERMINED).words()).isSameAs(english);
  }

  @Test
  void detectsTheLanguageOfAllTextsTogether() {
    assertThat(reader.detect(List.of("the cat", "Katze", "Haus"))).contains(Language.of("de"));
    assertThat(reader.detect(List.of("hand"))).as("the first one").contains(Language.of("en"));
    assertThat(reader.detect(List.of("", "chat"))).isEmpty();
  }

  @Test
  void findsALanguageWhateverItsScript() {
    assertThat(reader.find(Language.of("de-Latn"))).contains(Language.of("de"));
    assertThat(reader.find(Language.of("fr"))).isEmpty();
    assertThat(reader.languages()).containsExactly(Language.of("en"), Language.of("de"));
    assertThatThrownBy(() -> new SentenceReader(List.of(), 3))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

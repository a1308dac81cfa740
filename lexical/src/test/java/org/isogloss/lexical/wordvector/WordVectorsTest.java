// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.wordvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.FormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WordVectorsTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("words.vec"), text);
  }

  @Test
  void readsTheFirstVectorOfEachWord() throws IOException {
    WordVectors vectors =
        WordVectors.read(file("4 2\nthe 1 2\nHouse 3 4\nthe 5 6\nhouse 7 8\n"), 100);
    assertThat(vectors.words()).containsExactly("the", "House", "house");
    assertThat(vectors.values()).containsExactly(1, 2, 3, 4, 7, 8);
    assertThat(vectors.vector(2)).containsExactly(7, 8);
  }

  @Test
  void readsAtMostTheGivenNumberOfWords() throws IOException {
    assertThat(WordVectors.read(file("3 1\na 1\nb 2\nc 3\n"), 2).words()).containsExactly("a", "b");
  }

  @Test
  void findsTokensAsWrittenOrInLowerCase() throws IOException {
    WordVectors vectors = WordVectors.read(file("3 1\nHaus 1\nhaus 2\nder 3\n"), 100);
    assertThat(vectors.find("Haus")).hasValue(0);
    assertThat(vectors.find("HAUS")).hasValue(1);
    assertThat(vectors.find("Der")).hasValue(2);
    assertThat(vectors.find("Die")).isEmpty();
    assertThat(vectors.row("Der")).isEmpty();
  }

  @Test
  void normalisesToUnitLength() {
    WordVectors unit = WordVectors.of(List.of("a", "b"), 2, new float[] {3, 4, 0, 0}).normalised();
    assertThat(unit.vector(0)).containsExactly(new float[] {.6f, .8f}, within(1e-6f));
    assertThat(unit.vector(1)).containsExactly(0, 0);
  }

  @Test
  void isTheSameAfterWritingAndReading() {
    WordVectors vectors = WordVectors.of(List.of("a", "é"), 1, new float[] {1e-30f, -2.5f});
    vectors.write(folder.resolve("copy.vec"));
    WordVectors copy = WordVectors.read(folder.resolve("copy.vec"), 10);
    assertThat(copy.words()).isEqualTo(vectors.words());
    assertThat(copy.values()).isEqualTo(vectors.values());
  }

  @Test
  void rejectsAHeaderThatStatesMoreWordsThanTheFileHas() throws IOException {
    Path file = file("2000000000 1\na 1\n");
    assertThatThrownBy(() -> WordVectors.read(file, Integer.MAX_VALUE - 8))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("the header states 2000000000 words, found 1");
  }

  @Test
  void rejectsRepeatedWordsAndOtherNumbersOfValues() {
    assertThatThrownBy(() -> WordVectors.of(List.of("a", "a"), 1, new float[2]))
        .hasMessage("1 words occur more than once");
    assertThatThrownBy(() -> WordVectors.of(List.of("a"), 2, new float[3]))
        .hasMessageContaining("there are 3 values, expected 2");
  }
}

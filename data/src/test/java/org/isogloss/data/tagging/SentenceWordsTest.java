// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

/** One word on each line, without tags. */
class SentenceWordsTest extends RecordReaderContractTest<List<String>> {
  @Override
  public String fileName() {
    return "words.de.txt";
  }

  @Override
  public Records<List<String>> read(Path file, OnError onError) {
    return SentenceWords.read(file, onError);
  }

  @Override
  public String file(List<String> records) {
    return String.join("\n\n", records) + "\n";
  }

  @Override
  public List<String> good() {
    return List.of("Köln\nam\nRhein", "#", "Bonn\n,\nOst");
  }

  @Override
  public List<List<String>> expected() {
    return List.of(List.of("Köln", "am", "Rhein"), List.of("#"), List.of("Bonn", ",", "Ost"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("two words", "Köln am\nRhein", "found \"Köln am\", expected one word"),
        new Bad("a tab", "am\tein\nRhein", "expected one word", "on lines of their own"));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters);
  }

  @Test
  void ignoresTheTagsOfTaggedSentences() throws IOException {
    Path file = write("# text = Bonn!\n1\tBonn\tB-LOC\n2\t!\tO\n\n1\tOst\tO\n");
    assertThat(SentenceWords.isTagged(file)).isTrue();
    assertThat(SentenceWords.read(file, OnError.FAIL).toList())
        .containsExactly(List.of("Bonn", "!"), List.of("Ost"));
    assertThat(SentenceWords.isTagged(write("I think so.\nPlease do.\n"))).isFalse();
  }

  @Test
  void requiresBlankLines() throws IOException {
    Path file = write("a\n".repeat((1 << 16) + 1));
    assertThatThrownBy(() -> SentenceWords.read(file, OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(":65537: ")
        .hasMessageContaining("separate sentences by blank lines");
  }
}

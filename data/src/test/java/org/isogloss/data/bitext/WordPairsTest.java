// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class WordPairsTest extends RecordReaderContractTest<WordPair> {
  private static final Language EN = Language.of("en");
  private static final Language DE = Language.of("de");

  @Override
  public String fileName() {
    return "en-de.train.tsv";
  }

  @Override
  public Records<WordPair> read(Path file, OnError onError) {
    return WordPairs.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of("bridge\tBrücke", "bridge Steg", "ice cream\tEis");
  }

  @Override
  public List<WordPair> expected() {
    return List.of(
        new WordPair(EN, DE, "bridge", "Brücke"),
        new WordPair(EN, DE, "bridge", "Steg"),
        new WordPair(EN, DE, "ice cream", "Eis"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("one word", "bridge", "found 1 word, expected source TAB target"),
        new Bad("three words", "ice cream Eis", "found 3 words", "two words separated by a space"),
        new Bad("three columns", "a\tb\tc", "found 3 columns"),
        new Bad("no source", "\tb", "the source word is empty"),
        new Bad("no target", "a\t ", "the target word is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "a\t" + "x".repeat(characters);
  }

  @Test
  void readsWhatItWrites() {
    Path file = folder.resolve("en-de.tsv");
    try (RecordWriter<WordPair> writer = WordPairs.writer(file)) {
      writer.writeAllAndCommit(expected().iterator());
    }
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
  }
}

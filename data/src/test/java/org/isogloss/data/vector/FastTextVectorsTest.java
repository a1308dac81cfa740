// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class FastTextVectorsTest extends RecordReaderContractTest<WordVector> {
  @Override
  public String fileName() {
    return "wiki.de.vec";
  }

  @Override
  public Records<WordVector> read(Path file, OnError onError) {
    return FastTextVectors.open(file, onError).records();
  }

  @Override
  public String file(List<String> records) {
    return records.size() + " 3\n" + String.join("\n", records) + "\n";
  }

  @Override
  public boolean emptyIsFine() {
    return false;
  }

  @Override
  public List<String> good() {
    return List.of("der 0.5 -1 2e-3", "Öl\u00a0 1 2 3 ", "0.1 0 0. +7");
  }

  @Override
  public List<WordVector> expected() {
    return List.of(
        new WordVector("der", new float[] {0.5f, -1, 2e-3f}),
        new WordVector("Öl\u00a0", new float[] {1, 2, 3}),
        new WordVector("0.1", new float[] {0, 0, 7}));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("word alone", "der", "the vector of \"der\" has 0 numbers, expected 3"),
        new Bad("one too few", "der 1 2", "has 2 numbers, expected 3 as in the header"),
        new Bad("one too many", "der 1 2 3 4", "has 4 numbers, expected 3"),
        new Bad("blank in a word", "New York 1 2 3", "contains \"York\", expected a finite number"),
        new Bad("no word", " 1 2 3", "begins with a blank"),
        new Bad("no number", "der 1 2 x", "contains \"x\", expected a finite number"),
        new Bad("not finite", "der 1 2 NaN", "contains \"NaN\""),
        new Bad("too large", "der 1 2 1e99", "contains \"1e99\""),
        new Bad("Java's number", "der 1 2 1f", "contains \"1f\""),
        new Bad("comma", "der 1 2 0,5", "contains \"0,5\""),
        new Bad("tabs", "der\t1\t2\t3", "has 0 numbers"));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters) + " 1 2 3";
  }

  @Test
  @Override
  public void skipsBlankLines() throws IOException {
    Path file = write("3 3\n\n" + String.join("\n \n", good()) + "\n\n\t\n");
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
  }

  @Test
  void readsTheHeaderBeforeTheWords() throws IOException {
    try (FastTextVectors vectors = FastTextVectors.open(write(file(good())), OnError.FAIL)) {
      assertThat(vectors.dimension()).isEqualTo(3);
      assertThat(vectors.size()).isEqualTo(3);
    }
  }

  @Test
  void countsRepeatedWords() throws IOException {
    Path file = write("4 1\na 1\nb 2\na 3\na 4\n");
    try (FastTextVectors vectors = FastTextVectors.open(file, OnError.FAIL)) {
      assertThat(vectors.records().toList()).hasSize(4);
      assertThat(vectors.duplicateCount()).isEqualTo(2);
    }
  }

  @Test
  void reportsAMissingHeader() throws IOException {
    for (String header : List.of("der 1 2 3", "3", "3 0", "-1 3", "3 3 3", "3 three", "")) {
      Path file = write(header + "\n" + good().getFirst() + "\n");
      assertThatThrownBy(() -> FastTextVectors.open(file, OnError.SKIP))
          .as(header)
          .isInstanceOf(FormatException.class)
          .hasMessageStartingWith(file + ":1: begins with \"" + header + "\", expected the number")
          .hasMessageContaining("insert that line before");
    }
  }

  @Test
  void reportsAWrongCountInTheHeaderAfterTheWords() throws IOException {
    for (OnError onError : OnError.values()) {
      Path cut = write("4 1\na 1\nb 2\n");
      Records<WordVector> records = read(cut, onError);
      assertThat(records.next().word()).isEqualTo("a");
      assertThat(records.next().word()).isEqualTo("b");
      assertThatThrownBy(records::hasNext)
          .isInstanceOf(FormatException.class)
          .hasMessage(
              cut
                  + ":1: the header states 4 words, found 2: the file is truncated: get a complete"
                  + " copy");
      Path longer = write("1 1\na 1\nb 2\n");
      assertThatThrownBy(() -> read(longer, onError).toList()).hasMessageContaining("correct the");
    }
  }

  @Test
  void readsWhatItWrites() {
    Path file = folder.resolve("out.vec.gz");
    List<WordVector> vectors =
        List.of(new WordVector("ä", new float[] {1e-9f, -2}), new WordVector("b", new float[2]));
    try (RecordWriter<WordVector> writer = FastTextVectors.writer(file, 2, 2)) {
      writer.writeAllAndCommit(vectors.iterator());
    }
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(vectors);
    try (RecordWriter<WordVector> writer = FastTextVectors.writer(file, 2, 2)) {
      assertThatThrownBy(() -> writer.write(new WordVector("a b", new float[2])))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("\"a b\"");
      assertThatThrownBy(() -> writer.write(new WordVector("a", new float[3])))
          .hasMessageContaining("has 3 numbers, expected 2");
    }
  }
}

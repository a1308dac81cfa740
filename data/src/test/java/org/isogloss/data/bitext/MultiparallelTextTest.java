// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class MultiparallelTextTest extends RecordReaderContractTest<SequencedMap<Language, String>> {
  private static final Language ENGLISH = Language.of("en");
  private static final Language ARABIC = Language.of("ar");
  private static final Language CHINESE = Language.of("zh");

  @Override
  public String fileName() {
    return "questions.tsv";
  }

  @Override
  public Records<SequencedMap<Language, String>> read(Path file, OnError onError) {
    return MultiparallelText.read(file, onError);
  }

  @Override
  public String file(List<String> records) {
    return "en\tar\tzh\n" + super.file(records);
  }

  @Override
  public List<String> good() {
    return List.of("who\tمن\t谁", "when\tمتى\t ", " where \t\t哪里");
  }

  @Override
  public List<SequencedMap<Language, String>> expected() {
    return List.of(
        sentences(Map.of(ENGLISH, "who", ARABIC, "من", CHINESE, "谁")),
        sentences(Map.of(ENGLISH, "when", ARABIC, "متى")),
        sentences(Map.of(ENGLISH, "where", CHINESE, "哪里")));
  }

  private static SequencedMap<Language, String> sentences(Map<Language, String> texts) {
    return new LinkedHashMap<>(texts);
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("two columns", "why\tلماذا", "found 2 columns, but the first line names 3"),
        new Bad("four columns", "a\tb\tc\td", "found 4 columns"),
        new Bad("one language", "\t\t为什么", "in one language only, expected two or more"));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters) + "\ty\tz";
  }

  @Override
  @Test
  public void skipsBlankLines() throws IOException {
    Path file = write("\nen\tar\tzh\n\n" + String.join("\n\n", good()) + "\n\n");
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
  }

  @Test
  void keepsTheOrderOfTheColumns() throws IOException {
    Path file = write("zh\ten\n谁\twho\n");
    assertThat(read(file, OnError.FAIL).next().sequencedKeySet()).containsExactly(CHINESE, ENGLISH);
  }

  @Test
  void rejectsOtherHeaders() throws IOException {
    Map<String, String> headers =
        Map.of(
            "en\n", "expected two or more, each once",
            "en\tde\ten\n", "expected two or more, each once",
            "question\tFrage\n", "the first line must name the language of each column");
    for (Map.Entry<String, String> header : headers.entrySet()) {
      Path file = write(header.getKey() + "a\tb\n");
      assertThatThrownBy(() -> read(file, OnError.SKIP).toList())
          .isInstanceOf(FormatException.class)
          .hasMessageStartingWith(file + ":1: ")
          .hasMessageContaining(header.getValue());
    }
  }
}

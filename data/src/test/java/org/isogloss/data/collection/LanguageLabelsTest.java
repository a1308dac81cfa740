// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class LanguageLabelsTest extends RecordReaderContractTest<LanguageLabel> {
  @Override
  public String fileName() {
    return "languages.tsv";
  }

  @Override
  public Records<LanguageLabel> read(Path file, OnError onError) {
    return LanguageLabels.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of("d1\tde", "d2\tzho", "d3\tund");
  }

  @Override
  public List<LanguageLabel> expected() {
    return List.of(
        new LanguageLabel("d1", Language.of("de")),
        new LanguageLabel("d2", Language.of("zh")),
        new LanguageLabel("d3", Language.UNDETERMINED));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("one column", "d4", "found 1 column, expected id TAB language"),
        new Bad("three columns", "d4\tde\ten", "found 3 columns"),
        new Bad("blank id", "\tde", "the id is empty"),
        new Bad("unknown language", "d4\tgermam", "unknown language \"germam\""),
        new Bad("no language", "d4\t", "unknown language \"\""));
  }

  @Override
  public String longRecord(int characters) {
    return "d".repeat(characters) + "\tde";
  }

  @Test
  void loadsAMap() throws IOException {
    Path file = write("id\tlanguage\nd1\tde\nd2\ten\nd1\tdeu\n");
    assertThat(LanguageLabels.load(file))
        .isEqualTo(Map.of("d1", Language.of("de"), "d2", Language.of("en")));
  }

  @Test
  void rejectsASecondLanguageForAnId() throws IOException {
    Path file = write("d1\tde\nd1\ten\n");
    assertThatThrownBy(() -> LanguageLabels.load(file))
        .isInstanceOf(FormatException.class)
        .hasMessage(
            file
                + ":2: id \"d1\" has the language de in an earlier line and en here: remove one of"
                + " the lines");
  }

  @Test
  void readsWhatItWrites() {
    Path file = folder.resolve("written.tsv");
    try (RecordWriter<LanguageLabel> writer = LanguageLabels.writer(file)) {
      writer.writeAllAndCommit(expected().iterator());
    }
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
  }
}

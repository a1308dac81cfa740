package org.isogloss.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;

class IdLanguagesTest extends RecordReaderContractTest<IdLanguage> {
  @Override
  String fileName() {
    return "languages.tsv";
  }

  @Override
  Records<IdLanguage> read(Path file, OnError onError) {
    return IdLanguages.read(file, onError);
  }

  @Override
  List<String> good() {
    return List.of("d1\tde", "d2\tzho", "d3\tund");
  }

  @Override
  List<IdLanguage> expected() {
    return List.of(
        new IdLanguage("d1", Language.of("de")),
        new IdLanguage("d2", Language.of("zh")),
        new IdLanguage("d3", Language.UNDETERMINED));
  }

  @Override
  List<Bad> bad() {
    return List.of(
        new Bad("one column", "d4", "found 1 column, expected id TAB language"),
        new Bad("three columns", "d4\tde\ten", "found 3 columns"),
        new Bad("blank id", "\tde", "the id is empty"),
        new Bad("unknown language", "d4\tgermam", "unknown language \"germam\""),
        new Bad("no language", "d4\t", "unknown language \"\""));
  }

  @Override
  String longRecord(int characters) {
    return "d".repeat(characters) + "\tde";
  }

  @Test
  void loadsAMap() throws IOException {
    Path file = write("id\tlanguage\nd1\tde\nd2\ten\nd1\tdeu\n");
    assertThat(IdLanguages.load(file))
        .isEqualTo(Map.of("d1", Language.of("de"), "d2", Language.of("en")));
  }

  @Test
  void anIdHasOneLanguage() throws IOException {
    Path file = write("d1\tde\nd1\ten\n");
    assertThatThrownBy(() -> IdLanguages.load(file))
        .isInstanceOf(FormatException.class)
        .hasMessage(file + ":2: id \"d1\" was de above and is en here: remove one of the lines");
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    Path file = folder.resolve("written.tsv");
    try (RecordWriter<IdLanguage> writer = IdLanguages.writer(file)) {
      writer.writeAll(expected().iterator());
    }
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
  }
}

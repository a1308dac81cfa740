// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class LabelledTextsTest extends RecordReaderContractTest<LabelledText> {
  @Override
  public String fileName() {
    return "texts.jsonl";
  }

  @Override
  public Records<LabelledText> read(Path file, OnError onError) {
    return LabelledTexts.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        "{\"language\": \"de\", \"text\": \"eine Brücke\", \"query\": \"bridges\"}",
        "{\"text\": \"a bridge\", \"language\": \"en\"}",
        "{\"language\": \"zh-Hant\", \"text\": \"橋梁\", \"id\": 3}");
  }

  @Override
  public List<LabelledText> expected() {
    return List.of(
        new LabelledText(Language.of("de"), "eine Brücke", Optional.of("bridges")),
        new LabelledText(Language.of("en"), "a bridge", Optional.empty()),
        new LabelledText(Language.of("zh-Hant"), "橋梁", Optional.empty()));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("not JSON", "de\tBrücke", "is not JSON, at column"),
        new Bad("no language", "{\"text\":\"t\"}", "has no \"language\"; it has \"text\""),
        new Bad("no text", "{\"language\":\"de\"}", "has no \"text\"; it has \"language\""),
        new Bad("blank text", "{\"language\":\"de\",\"text\":\"\"}", "\"text\" is empty"),
        new Bad(
            "not a language",
            "{\"language\":\"?\",\"text\":\"t\"}",
            "\"language\" is \"?\", expected a language code such as en"),
        new Bad(
            "query is a list",
            "{\"language\":\"de\",\"text\":\"t\",\"query\":[]}",
            "\"query\" is a list, expected a string"));
  }

  @Override
  public String longRecord(int characters) {
    return "{\"language\":\"de\",\"text\":\"" + "x".repeat(characters) + "\"}";
  }

  @Test
  void readsWhatItWrites() {
    Path file = folder.resolve("written").resolve("texts.jsonl");
    LabelledTexts.write(file, expected().stream());
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
  }
}

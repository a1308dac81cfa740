// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class JudgedExamplesTest extends RecordReaderContractTest<JudgedExample> {
  @Override
  public String fileName() {
    return "examples.jsonl";
  }

  @Override
  public Records<JudgedExample> read(Path file, OnError onError) {
    return JudgedExamples.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        "{\"query\": \"Brücken\", \"passages\": [{\"text\": \"eine Brücke\", \"grade\": 6},"
            + " {\"text\": \"x\", \"grade\": 0}]}",
        "{\"query\": \"bridges\", \"positive\": \"a bridge\"}",
        "{\"query\": \"橋\", \"positive\": \"橋梁\", \"negative\": \"道路\", \"id\": 3}");
  }

  @Override
  public List<JudgedExample> expected() {
    return List.of(
        new JudgedExample(
            "Brücken", List.of(new JudgedPassage("eine Brücke", 6), new JudgedPassage("x", 0))),
        new JudgedExample("bridges", "a bridge", true),
        new JudgedExample("橋", List.of(new JudgedPassage("橋梁", 1), new JudgedPassage("道路", 0))));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("not JSON", "query\tpassage", "is not JSON, at column"),
        new Bad("no query", "{\"positive\":\"p\"}", "has no \"query\"; it has \"positive\""),
        new Bad("no passage", "{\"query\":\"q\"}", "has no \"positive\""),
        new Bad("blank query", "{\"query\":\" \",\"positive\":\"p\"}", "\"query\" is empty"),
        new Bad("not a list", "{\"query\":\"q\",\"passages\":\"p\"}", "expected a list"),
        new Bad("not an object", "{\"query\":\"q\",\"passages\":[\"p\"]}", "expected an object"),
        new Bad(
            "no grade", "{\"query\":\"q\",\"passages\":[{\"text\":\"p\"}]}", "has no \"grade\""),
        new Bad(
            "fractional grade",
            "{\"query\":\"q\",\"passages\":[{\"text\":\"p\",\"grade\":0.5}]}",
            "\"grade\" is the number 0.5, expected a whole number"),
        new Bad(
            "blank passage",
            "{\"query\":\"q\",\"passages\":[{\"text\":\"\",\"grade\":1}]}",
            "\"text\" is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "{\"query\":\"long\",\"positive\":\"" + "x".repeat(characters) + "\"}";
  }

  @Test
  void readsAndCountsWhatItWrites() {
    Path file = folder.resolve("written").resolve("examples.jsonl");
    JudgedExamples.write(file, expected().stream());
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
    assertThat(JudgedExamples.count(file)).isEqualTo(3);
  }
}

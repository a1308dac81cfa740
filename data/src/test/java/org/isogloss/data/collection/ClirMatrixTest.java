// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class ClirMatrixTest extends RecordReaderContractTest<JudgedQuery> {
  private static final Language EN = Language.of("en");

  @Override
  public String fileName() {
    return "en_af.train.jl";
  }

  @Override
  public Records<JudgedQuery> read(Path file, OnError onError) {
    return ClirMatrix.readQueries(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        "{\"src_id\": \"690\", \"src_query\": \"Aruba\", \"tgt_results\": [[\"14013\", 6],"
            + " [\"15050\", 0]]}",
        "{\"src_id\": 5, \"src_query\": \"Älg 😀\", \"tgt_results\": [[7, 1]], \"other\": null}",
        "{\"tgt_results\": [[\"a\", 3]], \"src_query\": \"x\", \"src_id\": \"y\"}");
  }

  @Override
  public List<JudgedQuery> expected() {
    return List.of(
        judged("690", "Aruba", new Judgement("690", "14013", 6), new Judgement("690", "15050", 0)),
        judged("5", "Älg 😀", new Judgement("5", "7", 1)),
        judged("y", "x", new Judgement("y", "a", 3)));
  }

  private static JudgedQuery judged(String id, String text, Judgement... judgements) {
    return new JudgedQuery(new Query(id, EN, text), List.of(judgements));
  }

  private static String results(String results) {
    return "{\"src_id\": \"1\", \"src_query\": \"x\", \"tgt_results\": " + results + "}";
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("no JSON", "690\tAruba", "is not JSON"),
        new Bad("no id", "{\"src_query\": \"x\", \"tgt_results\": []}", "has no \"src_id\""),
        new Bad(
            "blank query",
            "{\"src_id\": \"1\", \"src_query\": \" \", \"tgt_results\": [[\"a\", 1]]}",
            "\"src_query\" is empty"),
        new Bad(
            "no results", "{\"src_id\": \"1\", \"src_query\": \"x\"}", "has no \"tgt_results\""),
        new Bad("empty results", results("[]"), "\"tgt_results\" is empty"),
        new Bad("bare document", results("[\"a\"]"), "is \"a\", expected a list"),
        new Bad(
            "no grade", results("[[\"a\"]]"), "contains [\"a\"], expected [document id, grade]"),
        new Bad("grade of words", results("[[\"a\", \"6\"]]"), "is \"6\", expected a whole number"),
        new Bad("broken grade", results("[[\"a\", 1.5]]"), "the number 1.5"),
        new Bad("high grade", results("[[\"a\", 7]]"), "grade of document a is 7, expected 0 to 6"),
        new Bad("low grade", results("[[\"a\", -1]]"), "is -1, expected 0 to 6"),
        new Bad("twice", results("[[\"a\", 1], [\"a\", 2]]"), "document a occurs", "twice"));
  }

  @Override
  public String longRecord(int characters) {
    return "{\"src_id\": \"1\", \"src_query\": \""
        + "x".repeat(characters)
        + "\", \"tgt_results\": [[\"a\", 1]]}";
  }

  @Test
  void readsTheLanguagesFromTheFileName() {
    assertThat(ClirMatrix.languages(Path.of("en_zh.dev.jl.gz"))).hasToString("en-zh");
    assertThatThrownBy(() -> ClirMatrix.languages(Path.of("train.jl")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("en_af.train.jl.gz");
  }

  @Test
  void readsDocumentsAsTsv() throws IOException {
    Path file = Files.writeString(folder.resolve("af.tsv"), "14013\tAruba is 'n eiland\n");
    assertThat(ClirMatrix.readDocuments(file, Language.of("af"), OnError.FAIL).toList())
        .containsExactly(new Document("14013", Language.of("af"), "", "Aruba is 'n eiland"));
  }

  @Test
  void readsWhatItWrites() {
    Path file = folder.resolve("en_de.dev.jl.gz");
    try (RecordWriter<JudgedQuery> writer = ClirMatrix.queryWriter(file)) {
      writer.writeAllAndCommit(expected().iterator());
    }
    assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
  }
}

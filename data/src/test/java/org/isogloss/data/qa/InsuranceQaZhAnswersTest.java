// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;

/** Invented data in the layout of corpus/answers.json. */
class InsuranceQaZhAnswersTest extends RecordReaderContractTest<Document> {
  private static final Language EN = Language.of("en");

  @Override
  public String fileName() {
    return "answers.json";
  }

  @Override
  public Records<Document> read(Path file, OnError onError) {
    return InsuranceQaZh.readAnswers(file, EN, onError)
        .map(one -> new Document("a", one.language(), one.title(), one.text()));
  }

  @Override
  public String file(List<String> records) {
    List<String> entries = new ArrayList<>();
    records.forEach(record -> entries.add("\"" + entries.size() + "\":" + record));
    return "{" + String.join(",\n", entries) + "}\n";
  }

  @Override
  public boolean recordsAreLines() {
    return false;
  }

  @Override
  public boolean emptyIsFine() {
    return false;
  }

  @Override
  public List<String> good() {
    return List.of(
        "{\"zh\":\"是\",\"en\":\"Yes 😀\"}", "{\"en\":\"Naïve\"}", "{\"en\":\"x\",\"b\":[{}]}");
  }

  @Override
  public List<Document> expected() {
    return List.of(
        new Document("a", EN, "", "Yes 😀"),
        new Document("a", EN, "", "Naïve"),
        new Document("a", EN, "", "x"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("a list", "[]", "is a list, expected an object"),
        new Bad("no English", "{\"zh\":\"是\"}", "has no \"en\"; it has \"zh\""),
        new Bad("blank English", "{\"en\":\" \"}", "\"en\" is empty"),
        new Bad("a number", "{\"en\":7}", "\"en\" is the number 7"),
        new Bad("unpaired surrogate", "{\"en\":\"\\ud83d\"}", "an unpaired surrogate"),
        new Bad("key twice", "{\"en\":\"x\",\"en\":\"y\"}", "contains the key \"en\" twice"));
  }

  @Override
  public String longRecord(int characters) {
    return "{\"en\":\"" + "x".repeat(characters) + "\"}";
  }
}

package org.isogloss.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/** Made up, in the layout of corpus/answers.json. */
class InsuranceQaZhAnswersTest extends RecordReaderContractTest<Document> {
  private static final Language EN = Language.of("en");

  @Override
  String fileName() {
    return "answers.json";
  }

  @Override
  Records<Document> read(Path file, OnError onError) {
    return InsuranceQaZh.readAnswers(file, EN, onError)
        .map(one -> new Document("a", one.language(), one.title(), one.text()));
  }

  @Override
  String file(List<String> records) {
    List<String> entries = new ArrayList<>();
    records.forEach(record -> entries.add("\"" + entries.size() + "\":" + record));
    return "{" + String.join(",\n", entries) + "}\n";
  }

  @Override
  boolean recordsAreLines() {
    return false;
  }

  @Override
  boolean emptyIsFine() {
    return false;
  }

  @Override
  List<String> good() {
    return List.of(
        "{\"zh\":\"是\",\"en\":\"Yes 😀\"}", "{\"en\":\"Naïve\"}", "{\"en\":\"x\",\"b\":[{}]}");
  }

  @Override
  List<Document> expected() {
    return List.of(
        new Document("a", EN, "", "Yes 😀"),
        new Document("a", EN, "", "Naïve"),
        new Document("a", EN, "", "x"));
  }

  @Override
  List<Bad> bad() {
    return List.of(
        new Bad("a list", "[]", "is a list, expected an object"),
        new Bad("no English", "{\"zh\":\"是\"}", "has no \"en\"; it has \"zh\""),
        new Bad("blank English", "{\"en\":\" \"}", "\"en\" is empty"),
        new Bad("a number", "{\"en\":7}", "\"en\" is the number 7"),
        new Bad("half a pair", "{\"en\":\"\\ud83d\"}", "half a surrogate pair"),
        new Bad("key twice", "{\"en\":\"x\",\"en\":\"y\"}", "holds the key \"en\" twice"));
  }

  @Override
  String longRecord(int characters) {
    return "{\"en\":\"" + "x".repeat(characters) + "\"}";
  }
}

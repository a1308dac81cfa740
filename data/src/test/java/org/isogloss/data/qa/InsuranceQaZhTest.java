// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

/** Invented data in the layout of corpus/test.json. A record is a key with its value. */
class InsuranceQaZhTest extends RecordReaderContractTest<InsuranceQaQuestion> {
  private static final Language ZH = Language.of("zh");
  private static final Pattern KEY = Pattern.compile("^\"[a-z0-9]*\": ");

  @Override
  public String fileName() {
    return "test.json";
  }

  @Override
  public Records<InsuranceQaQuestion> read(Path file, OnError onError) {
    return InsuranceQaZh.readQuestions(file, ZH, onError)
        .map(
            one ->
                new InsuranceQaQuestion(
                    new Query("q", ZH, one.query().text()),
                    one.domain(),
                    one.answers(),
                    one.candidates()));
  }

  /** Keys are numbered, because they must be unique. */
  @Override
  public String file(List<String> records) {
    List<String> entries = new ArrayList<>();
    for (String record : records) {
      entries.add(KEY.matcher(record).find() ? record : "\"" + entries.size() + "\":" + record);
    }
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

  private static String entry(String zh, String answers, String negatives) {
    return "{\"zh\":\""
        + zh
        + "\",\"en\":\"What?\",\"domain\":\"life\",\"answers\":"
        + answers
        + ",\"negatives\":"
        + negatives
        + "}";
  }

  @Override
  public List<String> good() {
    return List.of(
        entry("什么?", "[\"7\",\"8\"]", "[\"9\"]"),
        entry("保险", "[7]", "[]"),
        entry("是吗", "[\"1\"]", "[2]"));
  }

  @Override
  public List<InsuranceQaQuestion> expected() {
    return List.of(
        question("什么?", List.of("7", "8"), List.of("7", "8", "9")),
        question("保险", List.of("7"), List.of("7")),
        question("是吗", List.of("1"), List.of("1", "2")));
  }

  private static InsuranceQaQuestion question(
      String text, List<String> answers, List<String> candidates) {
    return new InsuranceQaQuestion(new Query("q", ZH, text), "life", answers, candidates);
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("a word", "\"zh\"", "is \"zh\", expected an object"),
        new Bad(
            "no Chinese",
            "{\"en\":\"x\",\"domain\":\"a\",\"answers\":[1],\"negatives\":[]}",
            "has no \"zh\""),
        new Bad("blank Chinese", entry(" ", "[1]", "[]"), "\"zh\" is empty"),
        new Bad("no answers", "{\"zh\":\"x\"}", "has no \"answers\"; it has \"zh\""),
        new Bad("empty answers", entry("x", "[]", "[]"), "\"answers\" is empty"),
        new Bad("answers is a word", entry("x", "\"7\"", "[]"), "expected a list"),
        new Bad("answer is a list", entry("x", "[[7]]", "[]"), "\"answers\" is a list"),
        new Bad("right and wrong", entry("x", "[7]", "[\"7\"]"), "answer 7 is both"),
        new Bad("key twice", "{\"zh\":\"x\",\"zh\":\"y\"}", "contains the key \"zh\" twice"));
  }

  @Override
  public String longRecord(int characters) {
    return entry("x".repeat(characters), "[1]", "[]");
  }

  @Test
  void bothLanguagesHaveTheSameIds() throws IOException {
    Path file = write(file(good()));
    for (Language language : List.of(ZH, Language.of("en"))) {
      assertThat(InsuranceQaZh.readQuestions(file, language, OnError.FAIL).toList())
          .extracting(question -> question.query().id())
          .containsExactly("0", "1", "2");
    }
    assertThat(InsuranceQaZh.readQuestions(file, Language.of("en"), OnError.FAIL).next().query())
        .isEqualTo(new Query("0", Language.of("en"), "What?"));
    assertThatThrownBy(() -> InsuranceQaZh.readQuestions(file, Language.of("de"), OnError.FAIL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("zh and en");
  }

  @Test
  void readsAnswersAsDocuments() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("answers.json"),
            "{\"1\":{\"zh\":\"是\",\"en\":\"Yes\"},\n\"2\":{\"en\":\"No\"},\n\"1\":{\"zh\":\"不\"}}");
    Records<Document> records = InsuranceQaZh.readAnswers(file, ZH, OnError.SKIP);
    assertThat(records.toList()).containsExactly(new Document("1", ZH, "", "是"));
    assertThat(records.problems())
        .extracting(FormatException::getMessage)
        .satisfiesExactly(
            missing -> assertThat(missing).startsWith(file + ":2: \"2\": has no \"zh\""),
            twice -> assertThat(twice).startsWith(file + ":3: \"1\": an earlier entry"));
  }

  @Test
  void reportsOtherJson() throws IOException {
    for (String text : Stream.of("[]", "7", "{} {}", "{\"1\": {}", "{\"1\"").toList()) {
      Path file = write(text);
      assertThatThrownBy(() -> read(file, OnError.SKIP).toList())
          .as(text)
          .isInstanceOf(FormatException.class)
          .hasMessageStartingWith(file + ":1: ");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.FormatException;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

/** Invented data in the layout of the folder V2. */
class InsuranceQaQuestionsTest extends RecordReaderContractTest<InsuranceQaQuestion> {
  private static final Language EN = Language.of("en");
  private static final String VOCABULARY =
      "idx_3\tinsurance?\nidx_1\tWhat\nidx_2\tis\nidx_10\tMoney.\nidx_11\t\n";

  @Override
  public String fileName() {
    return "InsuranceQA.question.anslabel.token.100.pool.solr.test.encoded";
  }

  /** Without the line numbers in the ids, which malformed lines before them change. */
  @Override
  public Records<InsuranceQaQuestion> read(Path file, OnError onError) {
    return InsuranceQa.readQuestions(file, vocabulary(), "test", onError)
        .map(
            one ->
                new InsuranceQaQuestion(
                    new Query("q", EN, one.query().text()),
                    one.domain(),
                    one.answers(),
                    one.candidates()));
  }

  private Path vocabulary() {
    try {
      return Files.writeString(folder.resolve("vocabulary"), VOCABULARY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<String> good() {
    return List.of(
        "life-insurance\tidx_1 idx_2 idx_3\t7 8\t8 9 10",
        "medicare-insurance\tidx_1 idx_2\t7",
        "ännuities\tidx_1 \t1\t2 ");
  }

  @Override
  public List<InsuranceQaQuestion> expected() {
    return List.of(
        new InsuranceQaQuestion(
            new Query("q", EN, "What is insurance?"),
            "life-insurance",
            List.of("7", "8"),
            List.of("8", "9", "10")),
        new InsuranceQaQuestion(
            new Query("q", EN, "What is"), "medicare-insurance", List.of("7"), List.of()),
        new InsuranceQaQuestion(
            new Query("q", EN, "What"), "ännuities", List.of("1"), List.of("2")));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("one column", "life", "found 1 column, expected domain TAB question TAB answers"),
        new Bad("five columns", "a\tidx_1\t1\t2\t3", "found 5 columns"),
        new Bad("no domain", "\tidx_1\t1", "the domain is empty"),
        new Bad("no question", "a\t \t1", "the question is empty"),
        new Bad("unknown word", "a\tidx_1 idx_4\t1", "\"idx_4\", which is not in the vocabulary"),
        new Bad("no answer", "a\tidx_1\t\t2", "the list of answers is empty"),
        new Bad("word as label", "a\tidx_1\tseven", "a label in the list of answers is \"seven\""),
        new Bad("no candidates", "a\tidx_1\t1\t", "the list of candidates is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "a\t" + "idx_1 ".repeat(characters / 6 + 1) + "\t1";
  }

  private Path write(String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Files.write(folder.resolve(name), name.endsWith(".gz") ? gzip(bytes) : bytes);
  }

  @Test
  void readsAFolder() throws IOException {
    vocabulary();
    write("InsuranceQA.label2answer.token.encoded.gz", "7\tidx_10\n8\tidx_10 idx_10\n");
    write(fileName() + ".gz", String.join("\n", good()));
    InsuranceQa data = InsuranceQa.open(folder);
    assertThat(data.answers(OnError.FAIL).toList())
        .containsExactly(
            new Document("7", EN, "", "Money."), new Document("8", EN, "", "Money. Money."));
    List<InsuranceQaQuestion> questions = data.questions("test", 100, OnError.FAIL).toList();
    assertThat(questions)
        .extracting(question -> question.query().id())
        .containsExactly("test-1", "test-2", "test-3");
    assertThat(questions.getFirst().toJudgedQuery().judgements())
        .containsExactly(
            new Judgement("test-1", "7", 1),
            new Judgement("test-1", "8", 1),
            new Judgement("test-1", "9", 0),
            new Judgement("test-1", "10", 0));
    assertThatThrownBy(() -> data.questions("dev", 100, OnError.FAIL))
        .hasMessageStartingWith(folder + ": has no InsuranceQA.question")
        .hasMessageContaining("solr.dev.encoded");
  }

  @Test
  void reportsAMalformedVocabulary() throws IOException {
    for (String bad : List.of("17\tword", "idx_1", "idx_1\ta\tb", "idx_3\tother")) {
      Path vocabulary = write("vocabulary", "idx_3\tinsurance?\n" + bad + "\n");
      Path file = write(good().getFirst());
      assertThatThrownBy(() -> InsuranceQa.readQuestions(file, vocabulary, "test", OnError.SKIP))
          .as(bad)
          .isInstanceOf(FormatException.class)
          .hasMessageStartingWith(vocabulary + ":2: ");
    }
    Path empty = write("vocabulary", "\n");
    assertThatThrownBy(() -> InsuranceQaVocabulary.read(empty)).hasMessageContaining("no words");
  }
}

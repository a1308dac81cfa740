// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.qa.SquadAnswer;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadQuestion;
import org.junit.jupiter.api.Test;

class QuestionCollectionBuilderTest {
  private static SquadParagraph paragraph(String text, String... questions) {
    List<SquadQuestion> asked = new ArrayList<>();
    for (String question : questions) {
      boolean impossible = question.startsWith("Impossible");
      asked.add(
          new SquadQuestion(
              new Query("same", Language.of("en"), question),
              impossible ? List.of() : List.of(new SquadAnswer(0, text))));
    }
    return new SquadParagraph("0-0", "", Language.of("en"), text, List.of(), asked);
  }

  private static TestCollection collection(double withheld, long seed, int paragraphs) {
    QuestionCollectionBuilder builder = new QuestionCollectionBuilder(withheld, seed);
    List<SquadParagraph> all = new ArrayList<>();
    for (int i = 0; i < paragraphs; i++) {
      all.add(paragraph("Text " + i, "Question " + i + "?"));
    }
    builder.add("file", all.iterator());
    TestCollection built = builder.build(List.of());
    assertThat(builder.unanswered()).isEqualTo(built.queries().size() - built.judgements().size());
    return built;
  }

  @Test
  void equalParagraphsAreOneDocument() {
    QuestionCollectionBuilder builder = new QuestionCollectionBuilder(0, 1);
    builder.add(
        "a",
        List.of(paragraph("One", "1?", "2?"), paragraph("Two"), paragraph("One", "3?")).iterator());
    builder.add("b", List.of(paragraph("Two", "4?")).iterator());
    TestCollection built = builder.build(List.of());
    assertThat(built.documents()).extracting(Document::id).containsExactly("a/0", "a/1");
    assertThat(built.judgements())
        .extracting(judgement -> judgement.queryId() + " " + judgement.documentId())
        .containsExactly("a/q0 a/0", "a/q1 a/0", "a/q2 a/0", "b/q0 a/1");
  }

  @Test
  void questionsThatTheirParagraphDoesNotAnswerHaveNoRelevantDocument() {
    QuestionCollectionBuilder builder = new QuestionCollectionBuilder(0, 1);
    builder.add("a", List.of(paragraph("One", "Impossible?", "Possible?")).iterator());
    assertThat(builder.unanswered()).isOne();
    assertThat(builder.build(List.of()).judgements())
        .extracting(judgement -> judgement.queryId())
        .containsExactly("a/q1");
  }

  @Test
  void withholdsAShareOfTheParagraphs() {
    TestCollection half = collection(0.5, 1, 2000);
    assertThat(half.queries()).hasSize(2000);
    assertThat(half.documents()).hasSizeBetween(900, 1100);
    assertThat(half.judgements()).hasSameSizeAs(half.documents());
    assertThat(ids(collection(0.5, 1, 2000))).isEqualTo(ids(half));
    assertThat(ids(collection(0.5, 2, 2000))).isNotEqualTo(ids(half));
    assertThat(ids(half)).as("withheld with more too").containsAll(ids(collection(0.8, 1, 2000)));
    assertThat(collection(0, 1, 2000).documents()).hasSize(2000);
  }

  @Test
  void limitsQuestionsWithoutAnAnswer() {
    QuestionCollectionBuilder builder = new QuestionCollectionBuilder(0.9, 1);
    List<SquadParagraph> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      all.add(paragraph("Text " + i, "Question " + i + "?"));
    }
    builder.add("file", all.iterator());
    builder.limitUnanswered(0.25);
    TestCollection built = builder.build(List.of());
    assertThat(builder.unanswered()).isEqualTo(Math.round(built.judgements().size() / 3.0));
    assertThat(built.queries()).hasSize(builder.unanswered() + built.judgements().size());
  }

  private static Set<String> ids(TestCollection collection) {
    return collection.documents().stream().map(Document::id).collect(Collectors.toSet());
  }

  @Test
  void rejectsInvalidSharesAndEmptyCollections() {
    assertThatThrownBy(() -> new QuestionCollectionBuilder(1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("withheldShare is 1.0, expected at least 0 and less than 1");
    assertThatThrownBy(() -> new QuestionCollectionBuilder(0, 1).build(List.of()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("0 paragraphs and 0 questions about them remain");
  }
}

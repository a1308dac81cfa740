// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.xpr.mixture.BilingualQuestion;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;
import org.isogloss.papers.xpr.mixture.BilingualText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingComprehensionReaderTest {
  private static final LanguagePair LANGUAGES = LanguagePair.find("en-zh").orElseThrow();

  @TempDir Path folder;

  @Test
  void xquadHasThePublishedSize() {
    BilingualQuestionSet xquad =
        ReadingComprehensionReader.xquad(Path.of("..", "samples", "xquad"), LANGUAGES);
    assertThat(xquad.describeSizes()).isEqualTo("1190 queries, 240 candidates each");
    BilingualQuestion first = xquad.questions().getFirst();
    assertThat(first.relevant()).isEqualTo(Set.of(0));
    assertThat(xquad.passages().getFirst().first()).startsWith("The Panthers defense");
    assertThat(xquad.passages().getFirst().second()).startsWith("黑豹队");
    BilingualQuestionSet fewer = xquad.limitedTo(7, 3);
    assertThat(fewer.describeSizes()).isEqualTo("7 queries, 3 candidates each");
    assertThat(fewer.questions()).allMatch(one -> one.candidates().containsAll(one.relevant()));
  }

  private static String paragraph(String context, String... idsAndQuestions) {
    StringBuilder questions = new StringBuilder();
    for (int i = 0; i < idsAndQuestions.length; i += 2) {
      questions.append(
          String.format(
              Locale.ROOT,
              "%s{\"id\": \"%s\", \"question\": \"%s\", \"answers\": []}",
              i == 0 ? "" : ", ",
              idsAndQuestions[i],
              idsAndQuestions[i + 1]));
    }
    return "{\"context\": \"" + context + "\", \"qas\": [" + questions + "]}";
  }

  private static String article(String title, String... paragraphs) {
    return "{\"title\": \""
        + title
        + "\", \"paragraphs\": ["
        + String.join(", ", paragraphs)
        + "]}";
  }

  private void write(String name, String... articles) throws IOException {
    Files.writeString(
        folder.resolve(name),
        "{\"version\": \"1.0\", \"data\": [" + String.join(", ", articles) + "]}");
  }

  /**
   * Artificial data in the layout of MLQA: each language has its own paragraphs, the ids are equal.
   */
  @Test
  void joinsMlqaByQuestionIds() throws IOException {
    write(
        "dev-context-en-question-en.json",
        article("Rivers", paragraph("Only in English.", "x", "Where?")),
        article("Lakes", paragraph("A lake.", "b", "What lake?"), paragraph("A river.", "a", "?")));
    write(
        "dev-context-zh-question-zh.json",
        article("河", paragraph("河", "a", "河?"), paragraph("湖", "b", "湖?")));
    BilingualQuestionSet mlqa = ReadingComprehensionReader.mlqa(folder, LANGUAGES);
    assertThat(mlqa.passages())
        .containsExactly(new BilingualText("A lake.", "湖"), new BilingualText("A river.", "河"));
    assertThat(mlqa.questions())
        .extracting(BilingualQuestion::query)
        .containsExactly(new BilingualText("What lake?", "湖?"), new BilingualText("?", "河?"));
    assertThat(mlqa.describeSizes()).isEqualTo("2 queries, 2 candidates each");
  }

  /** Artificial data in the layout of BiPaR's multilingual files: the ids end in the language. */
  @Test
  void joinsBiparByIdsWithoutLanguage() throws IOException {
    write(
        "zh_and_en_valid.json",
        article("he_1", paragraph("The river was wide.", "VALID_he_1_QUERY_0_EN", "What?")),
        article("he_1", paragraph("河很寬。", "VALID_he_1_QUERY_0_ZH", "什麼?")),
        article("he_2", paragraph("河很長。", "VALID_he_2_QUERY_0_CROSS_QEN", "Crossed?")));
    BilingualQuestionSet bipar = ReadingComprehensionReader.bipar(folder, LANGUAGES);
    assertThat(bipar.passages()).containsExactly(new BilingualText("The river was wide.", "河很寬。"));
    assertThat(bipar.questions())
        .extracting(BilingualQuestion::query)
        .as("a question across languages is no part of it")
        .containsExactly(new BilingualText("What?", "什麼?"));
  }

  @Test
  void rejectsLanguagesWithoutCommonQuestions() throws IOException {
    write("dev-context-en-question-en.json", article("t", paragraph("c", "a", "q")));
    write("dev-context-zh-question-zh.json", article("t", paragraph("c", "b", "q")));
    assertThatThrownBy(() -> ReadingComprehensionReader.mlqa(folder, LANGUAGES))
        .hasMessageContaining("no question exists in both languages");
  }
}

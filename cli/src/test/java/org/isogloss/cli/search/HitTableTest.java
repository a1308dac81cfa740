// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.isogloss.api.Answer;
import org.isogloss.api.AnswerSource;
import org.isogloss.api.SearchResult;
import org.isogloss.api.Snippet;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;
import org.isogloss.core.metadata.Metadata;
import org.junit.jupiter.api.Test;

class HitTableTest {
  private static Passage passage(String language, String title) {
    return new Passage("d", 0, Language.of(language), title, "text", 0, 4);
  }

  private static String table(int width, boolean styled, String title, String text, Span... marks) {
    return table(Snippet.DEFAULT_LENGTH, width, styled, title, text, marks);
  }

  private static String table(
      int snippetLength, int width, boolean styled, String title, String text, Span... marks) {
    HitTable table = new HitTable(width, styled, snippetLength);
    table.add(result(OptionalDouble.empty(), title, new Snippet(text, List.of(marks))), List.of());
    return table.toString();
  }

  private static SearchResult result(OptionalDouble probability, String title, Snippet snippet) {
    return new SearchResult(
        1,
        new Hit("d7", 0.5),
        passage("de", title),
        OptionalInt.empty(),
        Metadata.EMPTY,
        snippet,
        probability,
        /* preferred= */ false,
        /* pinned= */ false,
        List.of(),
        Optional.empty());
  }

  @Test
  void printsProbabilitiesIfTheyAreKnown() {
    HitTable table = new HitTable(80, false, Snippet.DEFAULT_LENGTH);
    Snippet snippet = new Snippet("Ein Fuchs.", List.of());
    table.add(result(OptionalDouble.of(0.8749), "", snippet), List.of());
    assertThat(table)
        .hasToString(
            """
            #  prob  lang  document  snippet
            1  0.87  de    d7        Ein Fuchs.
            """);
  }

  @Test
  void printsARowForEachHit() {
    assertThat(table(80, false, "", "Ein Fuchs."))
        .isEqualTo(
            """
            #  lang  document  snippet
            1  de    d7        Ein Fuchs.
            """);
  }

  @Test
  void printsTheTitleAboveTheSnippet() {
    assertThat(table(80, false, "Tiere", "Ein Fuchs.").lines().skip(1))
        .containsExactly("1  de    d7        Tiere", "                   Ein Fuchs.");
  }

  @Test
  void wrapsLongSnippetsAndCutsThemAfterThreeLines() {
    List<String> lines = table(44, false, "", "Wort ".repeat(60)).lines().skip(1).toList();
    assertThat(lines).hasSize(3).allSatisfy(line -> assertThat(line.length()).isLessThan(45));
    assertThat(lines.get(1)).startsWith(" ".repeat(19) + "Wort");
    assertThat(lines.getLast()).endsWith("Wort…");
  }

  @Test
  void snippetsThatWereAskedToBeLongerHaveMoreLines() {
    assertThat(table(480, 44, false, "", "Wort ".repeat(90)).lines().skip(1)).hasSize(6);
    assertThat(table(20, 44, false, "", "Wort ".repeat(90)).lines().skip(1)).hasSize(1);
  }

  @Test
  void wideCharactersTakeTwoColumns() {
    List<String> lines = table(44, false, "", "黑死病".repeat(12)).lines().skip(1).toList();
    assertThat(lines.getFirst().strip()).endsWith("黑死病".repeat(4));
    assertThat(lines).hasSize(3);
  }

  @Test
  void printsAnAnswerAboveItsWholeSentence() {
    String text = "Vorher. " + "Wort ".repeat(40) + "im Jahr 1300. Danach.";
    int start = text.indexOf("1300");
    Passage passage = new Passage("d7", 0, Language.of("de"), "Titel", text, 0, text.length());
    AnswerSource source =
        AnswerSource.of(passage, new Span(start, start + 4), new Span(8, text.indexOf(" Danach")));
    HitTable table = HitTable.ofAnswers(52, true);
    table.add(1, new Answer(2.5, 0.75, List.of(source)), List.of("also in pl (pl/7)"));
    List<String> lines = table.toString().lines().toList();
    assertThat(lines)
        .startsWith(
            "#  prob  lang  document  answer", "1  0.75  de    d7        \033[1m1300\033[0m")
        .hasSizeGreaterThan(7);
    assertThat(lines.get(lines.size() - 2)).endsWith("im Jahr \033[1m1300\033[0m.");
    assertThat(lines.getLast()).endsWith("also in pl (pl/7)");
  }

  @Test
  void highlightsMatchedWordsOnTerminalsOnly() {
    Span fox = new Span(4, 9);
    assertThat(table(80, true, "", "Ein Fuchs.", fox)).contains("Ein \033[1mFuchs\033[0m.");
    assertThat(table(80, false, "", "Ein Fuchs.", fox)).contains("Ein Fuchs.");
  }
}

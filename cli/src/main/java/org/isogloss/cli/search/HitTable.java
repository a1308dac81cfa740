// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.isogloss.api.Answer;
import org.isogloss.api.AnswerSource;
import org.isogloss.api.SearchResult;
import org.isogloss.api.Snippet;
import org.isogloss.cli.console.LineWrap;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.core.util.DisplayText;
import org.isogloss.measure.TextTable;

/**
 * A table of hits or answers for people: rank, probability if known, language, document, then the
 * title, if there is one, the snippet, wrapped into lines, and further remarks. Titles and matched
 * words are bold on a terminal. An answer is the title of its sentence.
 */
final class HitTable {
  private static final int DEFAULT_WIDTH = 120;
  private static final int DEFAULT_LINES = 3;
  private static final String PROBABILITY = "prob";
  private static final String BOLD = "\033[1m";
  private static final String PLAIN = "\033[0m";

  /** The cells of a hit, safe to display. */
  private record Row(
      String rank,
      String probability,
      String language,
      String id,
      String title,
      Snippet snippet,
      List<String> notes) {}

  private final String contentHeader;
  private final int width;
  private final boolean styled;
  private final int snippetLines;
  private final List<Row> rows = new ArrayList<>();

  /**
   * Creates an empty table.
   *
   * @param width columns of a line; 0 for the default
   * @param styled whether the terminal supports bold type
   * @param snippetLength maximum length of a snippet; one of the default length has three lines
   */
  HitTable(int width, boolean styled, int snippetLength) {
    this("snippet", width, styled, snippetLines(snippetLength));
  }

  private HitTable(String contentHeader, int width, boolean styled, int snippetLines) {
    this.contentHeader = contentHeader;
    this.width = width == 0 ? DEFAULT_WIDTH : width;
    this.styled = styled;
    this.snippetLines = snippetLines;
  }

  /** Creates an empty table of answers, whose sentences have as many lines as they need. */
  static HitTable ofAnswers(int width, boolean styled) {
    return new HitTable("answer", width, styled, Integer.MAX_VALUE);
  }

  private static int snippetLines(int snippetLength) {
    return Math.max(
        1, (int) Math.ceil((double) DEFAULT_LINES * snippetLength / Snippet.DEFAULT_LENGTH));
  }

  /** Adds a hit with remarks, which are printed below its snippet. */
  void add(SearchResult result, List<String> remarks) {
    add(
        result.rank(),
        result.hit().documentId(),
        result.probability(),
        result.passage().language(),
        result.passage().title(),
        result.snippet(),
        remarks);
  }

  /** Adds an answer with remarks, which are printed below its sentence. */
  void add(int rank, Answer answer, List<String> remarks) {
    AnswerSource source = answer.source();
    add(
        rank,
        source.documentId(),
        OptionalDouble.of(answer.probability()),
        source.language(),
        answer.text(),
        new Snippet(source.sentenceText(), List.of(source.spanInSentence())),
        remarks);
  }

  private void add(
      int rank,
      String documentId,
      OptionalDouble probability,
      Language language,
      String title,
      Snippet snippet,
      List<String> remarks) {
    rows.add(
        new Row(
            String.valueOf(rank),
            probability.isPresent()
                ? String.format(Locale.ROOT, "%.2f", probability.getAsDouble())
                : "",
            language.tag(),
            DisplayText.singleLine(documentId),
            DisplayText.singleLine(title),
            new Snippet(DisplayText.singleLine(snippet.text()), snippet.highlights()),
            remarks.stream().map(DisplayText::singleLine).toList()));
  }

  /** Returns the table, whose only control characters are line feeds and its own styles. */
  @Override
  public String toString() {
    int ranks = columnWidth(Row::rank, "#");
    boolean hasProbabilities = rows.stream().anyMatch(row -> !row.probability().isEmpty());
    int probabilities = hasProbabilities ? columnWidth(Row::probability, PROBABILITY) : 0;
    int languages = columnWidth(Row::language, "lang");
    int ids = columnWidth(Row::id, "document");
    int indent = ranks + (hasProbabilities ? probabilities + 2 : 0) + languages + ids + 6;
    int room = Math.max(24, width - indent - 1);
    StringBuilder table = new StringBuilder();
    table
        .append(padRight("#", ranks))
        .append(hasProbabilities ? padRight(PROBABILITY, probabilities) : "")
        .append(padRight("lang", languages))
        .append(padRight("document", ids))
        .append(contentHeader)
        .append('\n');
    for (Row row : rows) {
      table
          .append(padLeft(row.rank(), ranks))
          .append(hasProbabilities ? padLeft(row.probability(), probabilities) : "")
          .append(padRight(row.language(), languages))
          .append(padRight(row.id(), ids));
      String title = row.title();
      if (!title.isEmpty()) {
        Span first = LineWrap.lines(title, room - 1, 1).getFirst();
        String cut = first.end() < title.length() ? "…" : "";
        table.append(bold(first.coveredText(title).strip() + cut)).append('\n');
      }
      List<Span> lines = LineWrap.lines(row.snippet().text(), room, snippetLines);
      for (int i = 0; i < lines.size(); i++) {
        table
            .append(i == 0 && title.isEmpty() ? "" : " ".repeat(indent))
            .append(styled(row.snippet(), lines.get(i)))
            .append(
                i == lines.size() - 1 && lines.get(i).end() < row.snippet().text().length()
                    ? "…"
                    : "")
            .append('\n');
      }
      for (String remark : row.notes()) {
        for (Span line : LineWrap.lines(remark, room, Integer.MAX_VALUE)) {
          table.append(" ".repeat(indent)).append(line.coveredText(remark).strip()).append('\n');
        }
      }
    }
    return table.toString();
  }

  private int columnWidth(Function<Row, String> cell, String header) {
    return Math.max(
        header.length(), rows.stream().map(cell).mapToInt(TextTable::width).max().orElse(0));
  }

  private static String padRight(String text, int width) {
    return text + " ".repeat(width - TextTable.width(text) + 2);
  }

  private static String padLeft(String text, int width) {
    return " ".repeat(width - TextTable.width(text)) + text + "  ";
  }

  private String bold(String text) {
    return styled ? BOLD + text + PLAIN : text;
  }

  private String styled(Snippet snippet, Span line) {
    StringBuilder styled = new StringBuilder();
    int at = line.start();
    for (Span highlight : snippet.highlights()) {
      int start = Math.max(highlight.start(), at);
      int end = Math.min(highlight.end(), line.end());
      if (this.styled && start < end) {
        styled.append(snippet.text(), at, start).append(bold(snippet.text().substring(start, end)));
        at = end;
      }
    }
    return styled.append(snippet.text(), at, line.end()).toString().replaceAll("\\s", " ").strip();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.rules.RuleLines.RuleLine;

/**
 * The documents that come first for some queries. A line names a query and the ids of documents,
 * separated by tabs: {@code reset password}, or {@code *password*} for all queries that contain the
 * word.
 */
public final class PinnedDocuments {
  /** No documents. */
  public static final PinnedDocuments NONE = new PinnedDocuments(Map.of(), List.of());

  /** Maximum number of documents of one query. */
  public static final int MAX_DOCUMENTS = 10;

  private final Map<String, List<String>> exact;
  private final List<Contained> contained;

  /** Words that a query may contain, folded. */
  private record Contained(String words, List<String> documents) {}

  private PinnedDocuments(Map<String, List<String>> exact, List<Contained> contained) {
    this.exact = exact;
    this.contained = contained;
  }

  /**
   * Reads pinned documents.
   *
   * @param source name of the text, for messages
   * @throws IsoglossException if a line has no query, no document or more than {@value
   *     #MAX_DOCUMENTS}
   */
  public static PinnedDocuments parse(String source, String text) {
    Map<String, List<String>> exact = new HashMap<>();
    List<Contained> contained = new ArrayList<>();
    for (RuleLine line : RuleLines.of(source, text)) {
      List<String> cells = Arrays.stream(line.text().split("\t", -1)).map(String::strip).toList();
      List<String> documents = cells.subList(1, cells.size());
      String query = cells.getFirst();
      boolean contains = query.length() > 2 && query.startsWith("*") && query.endsWith("*");
      String words = RuleLines.folded(contains ? query.substring(1, query.length() - 1) : query);
      if (line.language().isPresent()
          || documents.isEmpty()
          || documents.size() > MAX_DOCUMENTS
          || documents.contains("")
          || words.isEmpty()) {
        throw line.error(
            "found \""
                + line.text()
                + "\", expected a query and 1 to "
                + MAX_DOCUMENTS
                + " ids of documents, separated by tabs");
      }
      if (contains) {
        contained.add(new Contained(words, documents));
      } else {
        exact.merge(words, documents, PinnedDocuments::joined);
      }
    }
    return new PinnedDocuments(exact, contained);
  }

  private static List<String> joined(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().limit(MAX_DOCUMENTS).toList();
  }

  /** Number of queries. */
  public int size() {
    return exact.size() + contained.size();
  }

  /**
   * Returns the ids of the documents that come first for a query: those of the query itself, then
   * those of queries that it contains, in the order of their lines; at most {@value
   * #MAX_DOCUMENTS}.
   */
  public List<String> of(String query) {
    if (size() == 0) {
      return List.of();
    }
    String folded = RuleLines.folded(query);
    List<String> documents = exact.getOrDefault(folded, List.of());
    for (Contained each : contained) {
      if (contains(folded, each.words())) {
        documents = joined(documents, each.documents());
      }
    }
    return documents;
  }

  /** Whether a text contains words that do not begin or end within one of its words. */
  private static boolean contains(String text, String words) {
    for (int at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      if (!isWithinWord(text, at) && !isWithinWord(text, at + words.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWithinWord(String text, int position) {
    return position > 0
        && position < text.length()
        && isLetter(text.codePointBefore(position))
        && isLetter(text.codePointAt(position));
  }

  /** Whether a character is part of a longer word, unlike a Chinese character. */
  private static boolean isLetter(int character) {
    return Character.isLetterOrDigit(character)
        && !Character.isIdeographic(character)
        && Character.UnicodeScript.of(character) != Character.UnicodeScript.HIRAGANA
        && Character.UnicodeScript.of(character) != Character.UnicodeScript.KATAKANA
        && Character.UnicodeScript.of(character) != Character.UnicodeScript.THAI;
  }
}

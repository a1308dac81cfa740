// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.List;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * The maximum length of a query: its first {@value #MAX_WORDS} words, and at most its first {@value
 * #MAX_CHARACTERS} characters; the rest is ignored. Retrievers, snippets and re-rankers process
 * each word of a query once per language or passage, so a very long query, such as a pasted file,
 * would be slow.
 */
public final class QueryLimit {
  /** Maximum number of words, which is the limit of clauses in a Lucene query. */
  public static final int MAX_WORDS = 1024;

  /** Maximum number of UTF-16 code units, for texts without word boundaries. */
  public static final int MAX_CHARACTERS = 16_384;

  private QueryLimit() {}

  /** Returns the query truncated to the limit, or the query itself if it is within the limit. */
  public static Query truncate(Query query) {
    String text = query.text();
    if (text.length() <= MAX_WORDS) {
      return query;
    }
    int end = Math.min(text.length(), MAX_CHARACTERS);
    if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
      end--;
    }
    List<Span> words = WordSegmenter.split(text.substring(0, end), query.language());
    if (words.size() > MAX_WORDS) {
      end = words.get(MAX_WORDS - 1).end();
    }
    return end == text.length()
        ? query
        : new Query(query.id(), query.language(), text.substring(0, end));
  }
}

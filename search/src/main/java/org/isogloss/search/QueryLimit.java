package org.isogloss.search;

import java.util.List;
import org.isogloss.core.Query;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * How much of a query counts: its first {@value #MAX_WORDS} words, and no more than its first
 * {@value #MAX_CHARACTERS} characters. Retrievers, snippets and re-rankers read each word of a
 * query once for each language or passage, so a longer one, such as a pasted file, would take long
 * to answer.
 */
public final class QueryLimit {
  /** As many as Lucene takes in one query. */
  public static final int MAX_WORDS = 1024;

  /** In UTF-16 units, for a text that has no words. */
  public static final int MAX_CHARACTERS = 16_384;

  private QueryLimit() {}

  /** The query without what does not count; the query itself if all of it counts. */
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

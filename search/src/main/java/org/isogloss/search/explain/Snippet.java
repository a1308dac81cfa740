package org.isogloss.search.explain;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.text.Span;

/**
 * A short piece of a passage, to be shown.
 *
 * @param text as it stands in the passage, white space as single blanks, with {@code …} where it
 *     was cut inside a sentence
 * @param highlights the words of the query, offsets in {@code text}, in order, apart from each
 *     other
 */
public record Snippet(String text, List<Span> highlights) {
  public Snippet {
    requireNonNull(text, "text is null");
    highlights = List.copyOf(highlights);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Span;

/**
 * A short part of a passage for display.
 *
 * @param text the text, with white space collapsed to single spaces and {@code …} where a sentence
 *     was truncated
 * @param highlights words of the query as offsets in {@code text}, in order and without overlap
 */
public record Snippet(String text, List<Span> highlights) {
  /** Default maximum length of a snippet, in characters of the passage. */
  public static final int DEFAULT_LENGTH = 240;

  public Snippet {
    requireNonNull(text, "text is null");
    highlights = List.copyOf(highlights);
  }
}

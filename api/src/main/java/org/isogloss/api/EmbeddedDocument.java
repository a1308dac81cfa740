// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;
import org.isogloss.core.Document;

/**
 * A document with vectors that were computed elsewhere, one for each of its passages.
 *
 * @param document the document; its text is that of the passages, with an empty line between two
 * @param passages the passages in order, at least one
 */
public record EmbeddedDocument(Document document, List<EmbeddedPassage> passages) {
  /** What is between two passages in the text of a document. */
  public static final String SEPARATOR = "\n\n";

  public EmbeddedDocument {
    requireNonNull(document, "document is null");
    passages = List.copyOf(passages);
    if (passages.isEmpty()) {
      throw new IllegalArgumentException("passages is empty, expected at least one");
    }
    if (!document.text().equals(text(passages))) {
      throw new IllegalArgumentException(
          "the text of the document " + document.id() + " is not that of its passages");
    }
  }

  /** Creates a document that is one passage. */
  public EmbeddedDocument(Document document, float[] vector) {
    this(document, List.of(new EmbeddedPassage(document.text(), vector)));
  }

  /**
   * Creates a document of passages.
   *
   * @param document its text is replaced by that of the passages
   */
  public static EmbeddedDocument ofPassages(Document document, List<EmbeddedPassage> passages) {
    return new EmbeddedDocument(
        new Document(
            document.id(),
            document.language(),
            document.title(),
            text(passages),
            document.metadata()),
        passages);
  }

  private static String text(List<EmbeddedPassage> passages) {
    return passages.stream().map(EmbeddedPassage::text).collect(Collectors.joining(SEPARATOR));
  }
}

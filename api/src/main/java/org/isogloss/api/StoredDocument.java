// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;

/**
 * A document as an index stores it.
 *
 * @param id its id
 * @param language its language; {@link Language#UNDETERMINED} if it is not known
 * @param title its title; empty if it has none
 * @param metadata its other fields
 * @param passages all of its passages in their order, which contain its text without the white
 *     space between them; none if they were not requested
 */
public record StoredDocument(
    String id, Language language, String title, Metadata metadata, List<Passage> passages) {
  public StoredDocument {
    requireNonNull(id, "id is null");
    requireNonNull(language, "language is null");
    requireNonNull(title, "title is null");
    requireNonNull(metadata, "metadata is null");
    passages = List.copyOf(passages);
  }

  /** Returns this document with other fields. */
  public StoredDocument withMetadata(Metadata other) {
    return new StoredDocument(id, language, title, other, passages);
  }

  /**
   * Returns its text. Each passage is at its offset; white space between passages, which an index
   * does not store, is one blank or line feeds.
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Passage passage : passages) {
      int gap = passage.start() - text.length();
      text.append(gap == 1 ? " " : "\n".repeat(Math.max(0, gap)));
      // Passages may overlap.
      text.append(
          passage.text(),
          Math.min(passage.text().length(), Math.max(0, -gap)),
          passage.text().length());
    }
    return text.toString();
  }

  /** Returns the document as it can be put into an index again. */
  public Document toDocument() {
    return new Document(id, language, title, text(), metadata);
  }
}

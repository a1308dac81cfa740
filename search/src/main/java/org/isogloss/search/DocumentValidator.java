// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.IdValidator;

/** Checks whether an index accepts a document. */
public final class DocumentValidator {
  private DocumentValidator() {}

  /**
   * Rejects a document with neither title nor text, and one whose id a run file cannot represent or
   * Lucene would store as another id; see {@link IdValidator}.
   *
   * @throws IsoglossException if the document is not allowed
   */
  public static void require(Document document) {
    requireId(document.id());
    if (Encoder.isBlank(document.title()) && Encoder.isBlank(document.text())) {
      throw blank(document.id());
    }
  }

  /** Rejects an id like {@link #require}. */
  static void requireId(String id) {
    IdValidator.findProblem(id)
        .ifPresent(
            problem -> {
              throw new IsoglossException("the id of a document " + problem);
            });
  }

  /** Returns the exception for a document without text. */
  static IsoglossException blank(String documentId) {
    return new IsoglossException(
        "document "
            + Excerpt.quote(documentId)
            + " has neither title nor text: fill one in or leave it out; to remove the document"
            + " with this id from the index, delete it");
  }
}

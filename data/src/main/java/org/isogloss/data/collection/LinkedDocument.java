// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;

/**
 * A document with its links across languages. Documents in different languages that share a link
 * are about the same page, such as the articles of Wikipedia about Aruba. They may share it through
 * other documents: if one document has the link A, another one the links A and B, and a third one
 * the link B, all three are about the same page.
 *
 * @param document the document; its language is known
 * @param links the links; empty if the document has no counterpart in another language
 */
public record LinkedDocument(Document document, List<String> links) {
  public LinkedDocument {
    requireNonNull(document, "document is null");
    links = List.copyOf(links);
    if (document.language().isUndetermined()) {
      throw new IllegalArgumentException("document " + document.id() + " has no language");
    }
  }

  /**
   * Creates a document with one link.
   *
   * @param fieldName the name of the field of the link
   * @throws MalformedRecordException if the language is not known or the link is blank
   */
  static LinkedDocument parse(Document document, String link, String fieldName)
      throws MalformedRecordException {
    if (document.language().isUndetermined()) {
      throw new MalformedRecordException(
          "has no language, expected a language such as \"de\": add it to the record, or specify the"
              + " language of the file");
    }
    return new LinkedDocument(
        document, List.of(FieldParsing.requireNotBlank(link, "\"" + fieldName + "\"").strip()));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.duplicate;

import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.collection.LinkedDocument;

/**
 * Linked documents whose ids occur only once in a language. Keeps up to 16 bytes for each document
 * in memory.
 */
public final class DistinctLinkedDocuments implements Records.Source<LinkedDocument> {
  private final Records.Source<LinkedDocument> documents;
  private final FingerprintSet ids = new FingerprintSet();

  public DistinctLinkedDocuments(Records.Source<LinkedDocument> documents) {
    this.documents = documents;
  }

  @Override
  public Optional<LinkedDocument> next() throws MalformedRecordException {
    Optional<LinkedDocument> next = documents.next();
    if (next.isPresent()) {
      Document document = next.get().document();
      if (!ids.add(document.language().tag(), document.id())) {
        throw new MalformedRecordException(
            "an earlier document in "
                + document.language().name()
                + " has the id "
                + Excerpt.quote(document.id())
                + ": give each document of a language a unique id, or remove one of them");
      }
    }
    return next;
  }

  @Override
  public FormatException toFormatException(String problem) {
    return documents.toFormatException(problem);
  }

  @Override
  public double progress() {
    return documents.progress();
  }

  @Override
  public void close() {
    documents.close();
  }
}

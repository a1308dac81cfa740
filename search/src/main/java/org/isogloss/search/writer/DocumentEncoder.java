// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.search.index.EncodedPassage;

/** Makes the passages of documents, with their vectors. Implementations are thread-safe. */
@FunctionalInterface
public interface DocumentEncoder {
  /**
   * Returns the passages of each document, in the order of the documents; none for a document that
   * is not indexed because it is empty.
   */
  List<List<EncodedPassage>> encode(List<Document> documents);
}

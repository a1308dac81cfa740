// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * One page of a list of documents.
 *
 * @param documents the documents in the order of the request
 * @param cursor where the next page begins; empty if there is none. It stands for the last
 *     document, so that the next page is right even if documents are added, replaced or deleted in
 *     the meantime: a document whose sort keys do not change is listed exactly once
 */
public record DocumentPage(List<StoredDocument> documents, Optional<String> cursor) {
  public DocumentPage {
    documents = List.copyOf(documents);
    requireNonNull(cursor, "cursor is null");
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.duplicate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.isogloss.data.MalformedRecordException;

/**
 * Detects documents that a qrels or run file lists twice for the same query. Keeps the document ids
 * of the whole file, grouped by query.
 */
public final class DuplicateDocumentDetector {
  private final Map<String, Set<String>> documentsByQuery = new HashMap<>();
  private String lastQueryId = "";
  private Set<String> documents = new HashSet<>();

  /** The query id of the last line. */
  public String lastQueryId() {
    return lastQueryId;
  }

  /**
   * Adds a line.
   *
   * @throws MalformedRecordException if an earlier line has the same query and document
   */
  public void add(String queryId, String documentId) throws MalformedRecordException {
    if (!queryId.equals(lastQueryId)) {
      lastQueryId = queryId;
      documents = documentsByQuery.computeIfAbsent(queryId, id -> new HashSet<>());
    }
    if (!documents.add(documentId)) {
      throw new MalformedRecordException(
          "document "
              + documentId
              + " is listed a second time for query "
              + queryId
              + ": keep one of the lines");
    }
  }
}

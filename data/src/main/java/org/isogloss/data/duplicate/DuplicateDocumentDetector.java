package org.isogloss.data.duplicate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.isogloss.data.MalformedRecordException;

/**
 * Which documents a qrels or run file has listed for which query: finds what is listed twice. Keeps
 * the ids of the whole file, each query's once.
 */
public final class DuplicateDocumentDetector {
  private final Map<String, Set<String>> documentsByQuery = new HashMap<>();
  private String lastQueryId = "";
  private Set<String> documents = new HashSet<>();

  /** The query that the line read last is about. */
  public String lastQueryId() {
    return lastQueryId;
  }

  /**
   * Takes note of a line.
   *
   * @throws MalformedRecordException if the file has such a line already
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

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;

/**
 * Queries (topics) as CSV like that of {@link CsvDocuments}: a header names the columns {@code id},
 * {@code text}, {@code language} in any order. Other columns are ignored.
 */
public final class CsvQueries {
  private CsvQueries() {}

  /**
   * Reads queries.
   *
   * @param names column names, ignoring case
   * @param defaultLanguage the language of queries that do not declare theirs
   */
  public static Records<Query> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return CsvTable.read(file, names, onError, row -> row.toQuery(defaultLanguage));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.parquet.ParquetRows;

/** Queries as rows of a Parquet file, whose columns are the keys of {@link JsonlQueries}. */
public final class ParquetQueries {
  private ParquetQueries() {}

  /**
   * Reads queries.
   *
   * @param defaultLanguage the language of queries that do not declare theirs
   */
  public static Records<Query> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return new Records<>(
        new ParquetRows<>(file, row -> JsonQuery.parse(row, names, defaultLanguage)), onError);
  }
}

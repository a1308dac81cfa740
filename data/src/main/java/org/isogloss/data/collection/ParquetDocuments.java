// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.parquet.ParquetRows;

/** Documents as rows of a Parquet file, whose columns are the keys of {@link JsonlDocuments}. */
public final class ParquetDocuments {
  private ParquetDocuments() {}

  /**
   * Reads documents.
   *
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  public static Records<Document> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return new Records<>(
        new ParquetRows<>(file, row -> JsonDocument.parse(row, names, defaultLanguage)), onError);
  }
}

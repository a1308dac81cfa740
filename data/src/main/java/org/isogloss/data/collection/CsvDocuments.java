// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;

/**
 * Documents as CSV (RFC 4180): a header names the columns {@code id}, {@code title}, {@code text},
 * {@code language} in any order, and others, whose cells are strings of the {@link Metadata}. A
 * cell in quotation marks may contain separators, line ends and doubled quotation marks. The
 * separator is a comma, a semicolon or a tab: the one with which the header names an id, and a text
 * or a title.
 */
public final class CsvDocuments {
  private CsvDocuments() {}

  /** Reads documents with the field names of {@link FieldNames#DOCUMENTS}. */
  public static Records<Document> read(Path file, OnError onError) {
    return read(file, FieldNames.DOCUMENTS, Language.UNDETERMINED, onError);
  }

  /**
   * Reads documents.
   *
   * @param names column names, ignoring case
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  public static Records<Document> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return CsvTable.read(file, names, onError, row -> row.toDocument(defaultLanguage));
  }
}

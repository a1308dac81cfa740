// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Documents as TSV: {@code id TAB text}, or a header that names the columns {@code id}, {@code
 * title}, {@code text}, {@code language} in any order, and others, whose cells are texts of the
 * {@link Metadata}. Documents of MS MARCO, version 1, have the columns id, URL, title and body
 * without a header. There is no quoting: a text cannot contain a tab or a line end.
 */
public final class TsvDocuments {
  private TsvDocuments() {}

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
    return TsvTable.read(file, names, onError, row -> row.toDocument(defaultLanguage));
  }

  /**
   * Reads documents that are linked across languages. A document is malformed if its language or
   * its link is missing.
   *
   * @param names column names, ignoring case, with at least one name of the link
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  public static Records<LinkedDocument> readLinked(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return TsvTable.read(
        file,
        names,
        onError,
        row ->
            LinkedDocument.parse(
                row.toDocument(defaultLanguage), row.link(), names.link().getFirst()));
  }

  /**
   * Writes documents with a header. A tab or a line end inside a text becomes a space; use JSONL to
   * keep them.
   */
  public static RecordWriter<Document> writer(Path file) {
    return RecordWriter.open(file, "id\tlanguage\ttitle\ttext", TsvDocuments::append);
  }

  private static void append(Document document, StringBuilder line) {
    line.append(TsvEscaping.requireWritable(document.id())).append('\t');
    line.append(document.language().isUndetermined() ? "" : document.language().tag());
    TsvEscaping.appendText(document.title(), line.append('\t'));
    TsvEscaping.appendText(document.text(), line.append('\t'));
  }
}

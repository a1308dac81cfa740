// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Queries (topics) as TSV: {@code id TAB text}, or a header that names the columns {@code id},
 * {@code text}, {@code language} in any order.
 */
public final class TsvQueries {
  private TsvQueries() {}

  /** Reads queries with the field names of {@link FieldNames#QUERIES}. */
  public static Records<Query> read(Path file, OnError onError) {
    return read(file, FieldNames.QUERIES, Language.UNDETERMINED, onError);
  }

  /**
   * Reads queries.
   *
   * @param names column names, ignoring case
   * @param defaultLanguage the language of queries that do not declare theirs
   */
  public static Records<Query> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return TsvTable.read(file, names, onError, row -> row.toQuery(defaultLanguage));
  }

  /**
   * Writes queries with a header. A tab or a line end inside a text becomes a space; use JSONL to
   * keep them.
   */
  public static RecordWriter<Query> writer(Path file) {
    return RecordWriter.open(file, "id\tlanguage\ttext", TsvQueries::append);
  }

  private static void append(Query query, StringBuilder line) {
    line.append(TsvEscaping.requireWritable(query.id())).append('\t');
    line.append(query.language().isUndetermined() ? "" : query.language().tag());
    TsvEscaping.appendText(query.text(), line.append('\t'));
  }
}

package org.isogloss.data.collection;

import java.nio.file.Path;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Queries (topics) as TSV: {@code id TAB text}, or the columns that the first line names, of {@code
 * id}, {@code text}, {@code language} in any order.
 */
public final class TsvQueries {
  private TsvQueries() {}

  /** Reads queries under the names of {@link FieldNames#QUERIES}. */
  public static Records<Query> read(Path file, OnError onError) {
    return read(file, FieldNames.QUERIES, Language.UNDETERMINED, onError);
  }

  /**
   * Reads queries.
   *
   * @param names of the columns, case aside
   * @param defaultLanguage of queries that do not say their own
   */
  public static Records<Query> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return TsvTable.read(
        file,
        names,
        onError,
        row ->
            new Query(
                row.id(),
                TsvDocuments.language(row, defaultLanguage),
                FieldParsing.requireNotBlank(row.text(), "the text of the query")));
  }

  /**
   * Writes queries with a header. A tab or a line end inside a text becomes a space: JSONL keeps
   * them.
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

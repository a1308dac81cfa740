package org.isogloss.data;

import java.nio.file.Path;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/**
 * Documents as TSV: {@code id TAB text}, or the columns that the first line names, of {@code id},
 * {@code title}, {@code text}, {@code language} in any order. There are no quotes: a text cannot
 * hold a tab or a line end.
 */
public final class TsvDocuments {
  private TsvDocuments() {}

  /** Reads documents under the names of {@link FieldNames#DOCUMENTS}. */
  public static Records<Document> read(Path file, OnError onError) {
    return read(file, FieldNames.DOCUMENTS, Language.UNDETERMINED, onError);
  }

  /**
   * Reads documents.
   *
   * @param names of the columns, case aside
   * @param language of documents that do not say their own
   */
  public static Records<Document> read(
      Path file, FieldNames names, Language language, OnError onError) {
    return Table.read(
        file,
        names,
        onError,
        row -> Parsing.document(row.id(), language(row, language), row.title(), row.text()));
  }

  static Language language(Table.Row row, Language otherwise) throws MalformedRecordException {
    return row.language().isBlank() ? otherwise : Parsing.language(row.language());
  }

  /**
   * Writes documents with a header. A tab or a line end inside a text becomes a space: JSONL keeps
   * them.
   */
  public static RecordWriter<Document> writer(Path file) {
    return RecordWriter.open(file, "id\tlanguage\ttitle\ttext", TsvDocuments::append);
  }

  private static void append(Document document, StringBuilder line) {
    line.append(Tsv.id(document.id())).append('\t');
    line.append(document.language().isUndetermined() ? "" : document.language().tag());
    Tsv.appendText(document.title(), line.append('\t'));
    Tsv.appendText(document.text(), line.append('\t'));
  }
}

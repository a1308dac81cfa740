package org.isogloss.data;

import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/**
 * What every record has in common, whatever its format.
 *
 * @param id empty where records have none
 * @param texts in the order of the record
 */
record DataRecord(String id, List<Text> texts) {
  /**
   * A text of a record.
   *
   * @param language as the data says it
   */
  record Text(Language language, String text) {}

  DataRecord {
    texts = List.copyOf(texts);
  }

  static DataRecord of(String id, Language language, String text) {
    return new DataRecord(id, List.of(new Text(language, text)));
  }

  static DataRecord of(Document document) {
    String text =
        document.title().isEmpty() ? document.text() : document.title() + "\n" + document.text();
    return of(document.id(), document.language(), text);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.summary;

import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/**
 * The id and the texts of a record of any format.
 *
 * @param id the id of the record; empty if the format has no ids
 * @param texts the texts, in the order of the record
 * @param labels the labels of the texts, or the tags of their words; empty if the format has none
 */
record GenericRecord(String id, List<Text> texts, List<String> labels) {
  /**
   * A text of a record.
   *
   * @param language the declared language
   */
  record Text(Language language, String text) {}

  GenericRecord {
    texts = List.copyOf(texts);
    labels = List.copyOf(labels);
  }

  GenericRecord(String id, List<Text> texts) {
    this(id, texts, List.of());
  }

  static GenericRecord of(String id, Language language, String text) {
    return new GenericRecord(id, List.of(new Text(language, text)));
  }

  static GenericRecord of(Document document) {
    String text =
        document.title().isEmpty() ? document.text() : document.title() + "\n" + document.text();
    return of(document.id(), document.language(), text);
  }
}

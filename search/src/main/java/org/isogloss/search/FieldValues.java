// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.search.reader.IndexSnapshot;

/**
 * The values of fields of some documents, their ids and languages among them.
 *
 * @param metadata the fields of documents by id
 * @param languages the language codes of documents by id; none if that field is not asked for
 */
record FieldValues(Map<String, Metadata> metadata, Map<String, String> languages) {
  /**
   * Reads the values.
   *
   * @param documents ids
   * @param fields the fields that will be asked for
   */
  static FieldValues of(
      IndexSnapshot snapshot, Collection<String> documents, Collection<String> fields) {
    return new FieldValues(
        snapshot.stored().metadata(documents),
        fields.contains(Filter.LANGUAGE)
            ? snapshot.stored().documentLanguages(documents)
            : Map.of());
  }

  /** Returns the values of a field; none if the document does not have it. */
  List<String> of(String document, String field) {
    return switch (field) {
      case Filter.ID -> List.of(document);
      case Filter.LANGUAGE -> Optional.ofNullable(languages.get(document)).stream().toList();
      default ->
          metadata.getOrDefault(document, Metadata.EMPTY).find(field).stream()
              .flatMap(value -> value.elements().stream())
              .map(MetadataValue::toString)
              .toList();
    };
  }
}

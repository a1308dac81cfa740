// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.api.SortKey;
import org.isogloss.api.field.DatePeriod;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.util.CodePointOrder;
import org.isogloss.search.filter.FilterFields;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.reader.IndexSnapshot;

/** Orders documents by fields, as {@link SortKey} describes it. */
final class DocumentOrder {
  private DocumentOrder() {}

  /**
   * Returns an order of some documents, by their ids. Documents with equal values are equal.
   *
   * @param keys one or more
   * @throws org.isogloss.core.IsoglossException if the index does not have a field
   */
  static Comparator<String> of(
      IndexSnapshot snapshot, Collection<String> documents, List<SortKey> keys) {
    FilterFields fields = new FilterFields(snapshot.fieldTypes());
    keys.forEach(key -> fields.require(key.field()));
    FieldValues values =
        FieldValues.of(snapshot, documents, keys.stream().map(SortKey::field).toList());
    return keys.stream()
        .map(key -> order(key, fields.comparedAs(key.field()), documents, values))
        .reduce(Comparator::thenComparing)
        .orElseThrow(() -> new IllegalArgumentException("there is no sort key"));
  }

  private static Comparator<String> order(
      SortKey key, FieldType type, Collection<String> documents, FieldValues values) {
    Function<String, List<String>> ofDocument = document -> values.of(document, key.field());
    return switch (type) {
      case STRING, BOOLEAN ->
          order(
              key,
              documents,
              ofDocument.andThen(
                  all ->
                      all.stream()
                          .filter(text -> text.length() <= MetadataFields.MAX_INDEXED)
                          .toList()),
              CodePointOrder::compare);
      case NUMBER ->
          order(
              key,
              documents,
              ofDocument.andThen(all -> all.stream().map(Double::valueOf).toList()),
              Comparator.<Double>naturalOrder());
      case DATE ->
          order(
              key,
              documents,
              ofDocument.andThen(
                  all ->
                      all.stream()
                          .map(text -> DatePeriod.parse(text).orElseThrow().start())
                          .toList()),
              Comparator.<Long>naturalOrder());
    };
  }

  private static <T> Comparator<String> order(
      SortKey key,
      Collection<String> documents,
      Function<String, List<T>> values,
      Comparator<T> ascending) {
    Comparator<T> order = key.descending() ? ascending.reversed() : ascending;
    Map<String, T> first = new HashMap<>();
    for (String document : documents) {
      Optional<T> least = values.apply(document).stream().min(order);
      least.ifPresent(value -> first.put(document, value));
    }
    return Comparator.comparing(first::get, Comparator.nullsLast(order));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.IsoglossException;

/**
 * Which documents of an index to list, without a query.
 *
 * <pre>{@code
 * ListRequest.all().withFilter("category = \"recipe\"").withSort("date desc").withTop(20)
 * }</pre>
 *
 * @param filter a condition on the fields of documents; empty for all documents
 * @param sort the order, the first key first; documents with equal values, and all documents if
 *     there is no key, are ordered by their ids
 * @param fields the fields that documents have as {@link StoredDocument#metadata}; empty for all
 * @param texts whether documents have their passages
 * @param top maximum number of documents of a page, 1 or more
 * @param cursor where the page begins: {@link DocumentPage#cursor} of the page before; empty for
 *     the first page
 */
public record ListRequest(
    Optional<Filter> filter,
    List<SortKey> sort,
    Optional<Set<String>> fields,
    boolean texts,
    int top,
    Optional<String> cursor) {
  /** Default number of documents of a page. */
  public static final int DEFAULT_TOP = 100;

  public ListRequest {
    requireNonNull(filter, "filter is null");
    sort = List.copyOf(sort);
    fields = fields.map(names -> Collections.unmodifiableSet(new LinkedHashSet<>(names)));
    requireNonNull(cursor, "cursor is null");
    if (top < 1) {
      throw new IllegalArgumentException("top is " + top + ", expected 1 or more");
    }
  }

  /** Lists all documents with their texts and fields, in the order of their ids. */
  public static ListRequest all() {
    return new ListRequest(
        Optional.empty(),
        List.of(),
        Optional.empty(),
        /* texts= */ true,
        DEFAULT_TOP,
        Optional.empty());
  }

  /** Returns a copy that lists only documents that meet a filter. */
  public ListRequest withFilter(Filter other) {
    return new ListRequest(Optional.of(other), sort, fields, texts, top, cursor);
  }

  /**
   * Returns a copy that lists only documents that meet a filter, such as {@code "date >= 2024"}.
   *
   * @throws IsoglossException if the string cannot be parsed
   */
  public ListRequest withFilter(String other) {
    return withFilter(Filter.parse(other));
  }

  /**
   * Returns a copy with another order.
   *
   * @param keys such as {@code date desc} and {@code price}, which {@link SortKey#parse} reads
   * @throws IsoglossException if a key cannot be parsed, or there are more than 20
   */
  public ListRequest withSort(String... keys) {
    return new ListRequest(filter, SortKey.parseAll(keys), fields, texts, top, cursor);
  }

  /** Returns a copy whose documents have only some of their fields. */
  public ListRequest withFields(String... names) {
    return new ListRequest(
        filter, sort, Optional.of(new LinkedHashSet<>(List.of(names))), texts, top, cursor);
  }

  /** Returns a copy whose documents have their passages, or have none. */
  public ListRequest withTexts(boolean other) {
    return new ListRequest(filter, sort, fields, other, top, cursor);
  }

  /** Returns a copy with another maximum number of documents of a page. */
  public ListRequest withTop(int other) {
    return new ListRequest(filter, sort, fields, texts, other, cursor);
  }

  /** Returns a copy for the page after another one. */
  public ListRequest withCursor(String other) {
    return new ListRequest(filter, sort, fields, texts, top, Optional.of(other));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.filter;

import java.util.List;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.search.analysis.TermSequence;

/**
 * Creates the queries of a search engine to which a filter is compiled. They match passages, each
 * of which has the fields of its document; a field may have several values.
 *
 * @param <Q> a query
 */
public interface FilterQueries<Q> {
  /** Matches what all queries match; there are one or more. */
  Q all(List<Q> queries);

  /** Matches what any of the queries matches; there are one or more. */
  Q any(List<Q> queries);

  /** Matches what a query does not match. */
  Q not(Q query);

  /** Matches every passage. */
  Q everything();

  /** Matches no passage. */
  Q nothing();

  /** Matches the passages of some documents. */
  Q documents(List<String> ids);

  /** Matches passages in some languages; there are one or more. */
  Q languages(List<String> codes);

  /** Matches passages in a script, a code of ISO 15924. */
  Q script(String script);

  /** Matches passages that have a field. */
  Q exists(String field, FieldType type);

  /**
   * Matches equal values of a field of strings or booleans.
   *
   * @param values one or more strings, or {@code true} and {@code false}
   */
  Q strings(String field, FieldType type, List<String> values);

  /**
   * Matches a range of strings, ordered by their code points.
   *
   * @param operator one of {@code <}, {@code <=}, {@code >} and {@code >=}
   */
  Q stringRange(String field, Filter.Operator operator, String value);

  /** Matches equal numbers; there are one or more. */
  Q numbers(String field, List<Double> values);

  /** Matches numbers from {@code from} to {@code to}, both inclusive. */
  Q numberRange(String field, double from, double to);

  /**
   * Matches dates that begin between two points in time, both inclusive, in milliseconds since
   * 1970.
   */
  Q dateRange(String field, long from, long to);

  /** Matches passages that have terms at successive positions of an analysed field. */
  Q terms(String field, TermSequence terms);

  /** Matches passages that have a term with a prefix in an analysed field. */
  Q termPrefix(String field, String prefix);

  /** Matches all passages of the documents of which a query matches a passage. */
  Q wholeDocuments(Q query);
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.store.embedding.filter.comparison.IsEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsGreaterThan;
import dev.langchain4j.store.embedding.filter.comparison.IsGreaterThanOrEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsIn;
import dev.langchain4j.store.embedding.filter.comparison.IsLessThan;
import dev.langchain4j.store.embedding.filter.comparison.IsLessThanOrEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsNotEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsNotIn;
import dev.langchain4j.store.embedding.filter.logical.And;
import dev.langchain4j.store.embedding.filter.logical.Not;
import dev.langchain4j.store.embedding.filter.logical.Or;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.filter.Filter.Operator;
import org.isogloss.core.metadata.MetadataValue;

/**
 * Maps filters of LangChain4j to those of Isogloss. {@code containsString}, filters that a program
 * implements itself, and comparisons with blank strings or with objects other than strings, UUIDs,
 * booleans and numbers have no counterpart: they are rejected with an {@link
 * UnsupportedOperationException}. Numbers are compared in double precision.
 */
final class FilterMapper {
  /** Is met by every document. */
  static final Filter EVERYTHING = Filter.exists(Filter.ID);

  private static final Filter NOTHING = EVERYTHING.negated();

  private final UnaryOperator<String> fieldName;
  private final Predicate<String> exists;

  /**
   * Creates a mapper.
   *
   * @param fieldName returns the field that holds the value of a key
   * @param exists whether the index has a field. No document has the value of a field that does not
   *     exist; Isogloss rejects a filter on such a field
   */
  FilterMapper(UnaryOperator<String> fieldName, Predicate<String> exists) {
    this.fieldName = fieldName;
    this.exists = exists;
  }

  /**
   * Maps a filter.
   *
   * @throws UnsupportedOperationException if it, or a part of it, has no counterpart
   */
  Filter map(dev.langchain4j.store.embedding.filter.Filter filter) {
    return switch (requireNonNull(filter, "filter is null")) {
      case And and -> map(and.left()).and(map(and.right()));
      case Or or -> map(or.left()).or(map(or.right()));
      case Not not -> map(not.expression()).negated();
      case IsEqualTo equal -> comparison(equal.key(), Operator.EQUAL, equal.comparisonValue());
      case IsNotEqualTo other ->
          comparison(other.key(), Operator.EQUAL, other.comparisonValue()).negated();
      case IsIn in -> oneOf(in.key(), in.comparisonValues());
      case IsNotIn notIn -> oneOf(notIn.key(), notIn.comparisonValues()).negated();
      case IsLessThan less -> comparison(less.key(), Operator.LESS, less.comparisonValue());
      case IsLessThanOrEqualTo most ->
          comparison(most.key(), Operator.AT_MOST, most.comparisonValue());
      case IsGreaterThan greater ->
          comparison(greater.key(), Operator.GREATER, greater.comparisonValue());
      case IsGreaterThanOrEqualTo least ->
          comparison(least.key(), Operator.AT_LEAST, least.comparisonValue());
      default ->
          throw new UnsupportedOperationException(
              "the filter "
                  + filter
                  + " has no counterpart in Isogloss, expected comparisons by =, !=, <, <=, >, >=,"
                  + " in and not in, combined by and, or and not");
    };
  }

  private Filter comparison(String key, Operator operator, Object value) {
    String field = fieldName.apply(key);
    MetadataValue mapped = value(key, value);
    return exists.test(field) ? new Filter.Comparison(field, operator, mapped) : NOTHING;
  }

  private Filter oneOf(String key, Collection<?> values) {
    String field = fieldName.apply(key);
    List<MetadataValue> mapped = values.stream().map(value -> value(key, value)).toList();
    return exists.test(field) ? new Filter.OneOf(field, mapped) : NOTHING;
  }

  private static MetadataValue value(String key, Object value) {
    return SegmentMetadata.value(value)
        .filter(mapped -> !mapped.toString().isBlank())
        .orElseThrow(
            () ->
                new UnsupportedOperationException(
                    "the key \""
                        + key
                        + "\" is compared with "
                        + (value instanceof String ? "the blank string \"" + value + "\"" : value)
                        + ", expected a string that is not blank, a UUID, a boolean or a finite"
                        + " number"));
  }
}

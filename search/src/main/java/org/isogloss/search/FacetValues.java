// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.api.Facet;
import org.isogloss.api.FacetCount;
import org.isogloss.api.field.DatePeriod;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.search.filter.FilterFields;
import org.isogloss.search.index.MetadataFields;

/** Counts the values of one facet. */
final class FacetValues {
  /** Maximum number of characters of a bound. */
  private static final int MAX_BOUND_LENGTH = 400;

  private final Facet facet;
  private final Function<String, Optional<Group>> grouping;
  private final Map<Group, Long> counts = new HashMap<>();

  /**
   * Values that are counted together.
   *
   * @param lower their order among the groups of a facet
   * @param name what a {@link FacetCount} has as its value
   */
  private record Group(BigDecimal lower, String name) {}

  /**
   * Creates a counter.
   *
   * @throws IsoglossException if the index does not have the field, or it is of a type that cannot
   *     be grouped as the facet states
   */
  FacetValues(Facet facet, FilterFields fields) {
    this.facet = facet;
    fields.require(facet.field());
    this.grouping =
        switch (facet.grouping()) {
          case Facet.EachValue each -> FacetValues::single;
          case Facet.Width step -> {
            requireType(fields, "numbers", Set.of(FieldType.NUMBER));
            yield text -> Optional.of(multiple(new BigDecimal(text), step.width()));
          }
          case Facet.Calendar unit -> {
            requireType(fields, "dates", Set.of(FieldType.DATE));
            yield text -> Optional.of(period(text, unit));
          }
          case Facet.Bounds at -> {
            FieldType type =
                requireType(fields, "numbers or dates", Set.of(FieldType.NUMBER, FieldType.DATE));
            yield ranges(at.bounds(), type);
          }
        };
  }

  private FieldType requireType(FilterFields fields, String expected, Set<FieldType> allowed) {
    FieldType type = fields.comparedAs(facet.field());
    if (!allowed.contains(type)) {
      throw new IsoglossException(
          "the facet "
              + Excerpt.quote(facet.toString())
              + " groups "
              + expected
              + ", but the field "
              + Excerpt.quote(facet.field())
              + " is a "
              + type);
    }
    return type;
  }

  private static Optional<Group> single(String text) {
    return text.length() <= MetadataFields.MAX_INDEXED
        ? Optional.of(new Group(BigDecimal.ZERO, text))
        : Optional.empty();
  }

  private static Group multiple(BigDecimal number, BigDecimal width) {
    BigDecimal lower = number.divide(width, 0, RoundingMode.FLOOR).multiply(width);
    return new Group(lower, range(Optional.of(plain(lower)), Optional.of(plain(lower.add(width)))));
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static Group period(String text, Facet.Calendar unit) {
    LocalDate day =
        LocalDate.ofInstant(
            Instant.ofEpochMilli(DatePeriod.parse(text).orElseThrow().start()), ZoneOffset.UTC);
    LocalDate first =
        switch (unit) {
          case YEAR -> day.withDayOfYear(1);
          case MONTH -> day.withDayOfMonth(1);
          case DAY -> day;
        };
    int length = first.toString().length();
    String name =
        switch (unit) {
          case YEAR -> first.toString().substring(0, length - "-01-01".length());
          case MONTH -> first.toString().substring(0, length - "-01".length());
          case DAY -> first.toString();
        };
    return new Group(BigDecimal.valueOf(first.toEpochDay()), name);
  }

  private Function<String, Optional<Group>> ranges(List<String> bounds, FieldType type) {
    List<BigDecimal> limits = bounds.stream().map(bound -> limit(bound, type)).toList();
    for (int i = 1; i < limits.size(); i++) {
      if (limits.get(i - 1).compareTo(limits.get(i)) >= 0) {
        throw new IsoglossException(
            "the facet "
                + Excerpt.quote(facet.toString())
                + " has the bound "
                + Excerpt.unquoted(bounds.get(i))
                + " after "
                + Excerpt.unquoted(bounds.get(i - 1))
                + ", expected them in ascending order");
      }
    }
    return text -> {
      BigDecimal value = position(text, type).orElseThrow();
      int below = 0;
      while (below < limits.size() && limits.get(below).compareTo(value) <= 0) {
        below++;
      }
      return Optional.of(
          new Group(
              BigDecimal.valueOf(below),
              range(
                  below == 0 ? Optional.empty() : Optional.of(bounds.get(below - 1)),
                  below == bounds.size() ? Optional.empty() : Optional.of(bounds.get(below)))));
    };
  }

  private BigDecimal limit(String bound, FieldType type) {
    return Optional.of(bound)
        .filter(text -> text.length() <= MAX_BOUND_LENGTH)
        .flatMap(text -> position(text, type))
        .orElseThrow(
            () ->
                new IsoglossException(
                    "the facet "
                        + Excerpt.quote(facet.toString())
                        + " has the bound "
                        + Excerpt.quote(bound)
                        + ", expected a "
                        + type));
  }

  /** The position of a number or date among all others. */
  private static Optional<BigDecimal> position(String text, FieldType type) {
    if (type == FieldType.DATE) {
      return DatePeriod.parse(text).map(period -> BigDecimal.valueOf(period.start()));
    }
    try {
      return Optional.of(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String range(Optional<String> from, Optional<String> to) {
    return from.orElse("") + ".." + to.orElse("");
  }

  /** Counts a document with some values, once for each group. */
  void count(List<String> values) {
    Set<Group> groups = new LinkedHashSet<>();
    values.forEach(value -> grouping.apply(value).ifPresent(groups::add));
    groups.forEach(group -> counts.merge(group, 1L, Long::sum));
  }

  /** The counts, those of single values in descending order, then by value. */
  List<FacetCount> counts() {
    List<Map.Entry<Group, Long>> ordered = new ArrayList<>(counts.entrySet());
    ordered.sort(
        facet.grouping() instanceof Facet.EachValue
            ? comparingLong((Map.Entry<Group, Long> entry) -> -entry.getValue())
                .thenComparing(entry -> entry.getKey().name())
            : comparing(entry -> entry.getKey().lower()));
    return ordered.stream()
        .map(entry -> new FacetCount(entry.getKey().name(), entry.getValue()))
        .toList();
  }
}

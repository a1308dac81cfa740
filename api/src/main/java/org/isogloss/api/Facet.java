// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;

/**
 * A field whose values are counted in the documents of a result, each value by itself or in groups:
 *
 * <pre>{@code
 * facet = field                                    category
 *       | field "by" ( width | "year" | "month" | "day" )   price by 10, date by month
 *       | field "at" bound { bound }               price at 10 20 50, date at 2023 2024-07
 * }</pre>
 *
 * @param field name of a field of documents, {@code id} or {@code language}
 * @param grouping which values are counted together
 */
public record Facet(String field, Grouping grouping) {
  /** Maximum number of bounds. */
  private static final int MAX_BOUNDS = 100;

  /** Maximum number of characters of a facet, so that parsing takes no time. */
  private static final int MAX_LENGTH = 5_000;

  /** Maximum number of digits of a width, before and after the decimal point. */
  private static final int MAX_DIGITS = 400;

  private static final Pattern GROUPED =
      Pattern.compile("(.*\\S)\\s+(by|at)\\s+(\\S.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Which values of a field are counted together. */
  public sealed interface Grouping {}

  /** Each value by itself. */
  public record EachValue() implements Grouping {}

  /**
   * Numbers from a multiple of a width to below the next one.
   *
   * @param width more than 0, with at most {@value #MAX_DIGITS} digits before and after the decimal
   *     point
   */
  public record Width(BigDecimal width) implements Grouping {
    public Width {
      boolean tooLong =
          width.scale() > MAX_DIGITS || (long) width.precision() - width.scale() > MAX_DIGITS;
      if (width.signum() <= 0 || tooLong) {
        throw new IsoglossException(
            "a facet has the width "
                + Excerpt.unquoted(width.toString())
                + ", expected more than 0, with at most "
                + MAX_DIGITS
                + " digits");
      }
    }
  }

  /** Dates in a period of the calendar, in UTC. */
  public enum Calendar implements Grouping {
    YEAR,
    MONTH,
    DAY;

    private static Optional<Calendar> find(String name) {
      for (Calendar unit : values()) {
        if (unit.name().equalsIgnoreCase(name)) {
          return Optional.of(unit);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Numbers or dates below the first bound, from each bound to below the next one, and from the
   * last bound.
   *
   * @param bounds one or more, as they were written; those of dates stand for the beginning of
   *     their period
   */
  public record Bounds(List<String> bounds) implements Grouping {
    public Bounds {
      bounds = List.copyOf(bounds);
      if (bounds.isEmpty() || bounds.size() > MAX_BOUNDS) {
        throw new IsoglossException(
            "a facet has " + bounds.size() + " bounds, expected 1 to " + MAX_BOUNDS);
      }
    }
  }

  public Facet {
    requireNonNull(field, "field is null");
    requireNonNull(grouping, "grouping is null");
  }

  /** Returns the facet of each value of a field. */
  public static Facet of(String field) {
    return new Facet(field, new EachValue());
  }

  /**
   * Parses a facet.
   *
   * @throws IsoglossException if a width is not a number above 0, there are too many bounds, or the
   *     text is too long
   */
  public static Facet parse(String text) {
    FieldName.requireShort("facet", text, MAX_LENGTH);
    String stripped = text.strip();
    Matcher grouped = GROUPED.matcher(stripped);
    if (FieldName.isQuoted(stripped) || !grouped.matches()) {
      return of(FieldName.unquoted(stripped));
    }
    String field = FieldName.unquoted(grouped.group(1));
    String argument = grouped.group(3).strip();
    return new Facet(
        field,
        grouped.group(2).equalsIgnoreCase("by")
            ? step(text, argument)
            : new Bounds(new ArrayList<>(List.of(argument.split("\\s+")))));
  }

  private static Grouping step(String facet, String step) {
    Optional<Calendar> calendar = Calendar.find(step);
    if (calendar.isPresent()) {
      return calendar.get();
    }
    try {
      return new Width(new BigDecimal(step));
    } catch (NumberFormatException e) {
      throw new IsoglossException(
          "the facet "
              + Excerpt.quote(facet)
              + " groups by "
              + Excerpt.quote(step)
              + ", expected a number above 0, year, month or day",
          e);
    }
  }

  /** What {@link #parse} reads. */
  @Override
  public String toString() {
    String name = FieldName.quoted(field);
    return switch (grouping) {
      case EachValue value -> name;
      case Width step -> name + " by " + step.width().toPlainString();
      case Calendar unit -> name + " by " + unit.name().toLowerCase(Locale.ROOT);
      case Bounds at -> name + " at " + String.join(" ", at.bounds());
    };
  }
}

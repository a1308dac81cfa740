// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.measure.PrintfNumbers;

/**
 * How {@link Bleu} treats orders without matching n-grams, whose precision of 0 would make the
 * score 0 (Chen and Cherry, WMT 2014). A hypothesis without any match scores 0 nevertheless.
 *
 * @param value the number that the method needs, greater than 0; 0 for methods that need none
 */
public record Smoothing(Method method, double value) {
  /** A method of smoothing. */
  public enum Method {
    /** The score is 0. */
    NONE("none", 0),

    /** The value (by default 0.1) replaces a number of matches of 0. */
    FLOOR("floor", 0.1),

    /** The value (by default 1) is added to matches and totals of all orders above 1. */
    ADD_K("add-k", 1),

    /** The k-th order without matches counts as 1/2^k matches, as in mteval-v13a.pl. */
    EXP("exp", 0);

    private final String label;
    private final double defaultValue;

    Method(String label, double defaultValue) {
      this.label = label;
      this.defaultValue = defaultValue;
    }

    private boolean hasValue() {
      return defaultValue > 0;
    }
  }

  public Smoothing {
    if (method.hasValue() ? !(value > 0 && value < Double.POSITIVE_INFINITY) : value != 0) {
      throw new IsoglossException(
          "smoothing "
              + method.label
              + " has the value "
              + value
              + ", expected "
              + (method.hasValue() ? "a number greater than 0" : "none"));
    }
  }

  /** A method with its default value. */
  public static Smoothing of(Method method) {
    return new Smoothing(method, method.defaultValue);
  }

  /**
   * Parses the name of a method, or name, equals sign and value: {@code exp}, {@code floor=0.01}.
   *
   * @throws IsoglossException if the method is unknown or the value is not in its range
   */
  public static Smoothing parse(String text) {
    int equals = text.indexOf('=');
    String label = equals < 0 ? text : text.substring(0, equals);
    Method method =
        Arrays.stream(Method.values())
            .filter(candidate -> candidate.label.equals(label))
            .findFirst()
            .orElseThrow(
                () ->
                    new IsoglossException(
                        "no smoothing is named "
                            + Excerpt.quote(label)
                            + ", expected "
                            + labels()));
    if (equals < 0) {
      return of(method);
    }
    if (!method.hasValue()) {
      throw new IsoglossException(
          "smoothing " + label + " has no value, found " + Excerpt.quote(text));
    }
    try {
      return new Smoothing(method, Double.parseDouble(text.substring(equals + 1)));
    } catch (NumberFormatException e) {
      throw new IsoglossException(
          "found "
              + Excerpt.quote(text)
              + ", expected "
              + label
              + " with a number, such as "
              + of(method),
          e);
    }
  }

  private static String labels() {
    return Arrays.stream(Method.values())
        .map(method -> method.label)
        .collect(Collectors.joining(", "));
  }

  /** Returns the form in signatures, such as {@code floor[0.10]}. */
  String signature() {
    return method.hasValue()
        ? method.label + "[" + PrintfNumbers.formatFixed(value, 2) + "]"
        : method.label;
  }

  /** Returns the form that {@link #parse} reads. */
  @Override
  public String toString() {
    return method.hasValue() ? method.label + "=" + value : method.label;
  }
}

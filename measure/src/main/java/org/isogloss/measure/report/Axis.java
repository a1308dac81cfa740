// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.measure.PrintfNumbers;

/**
 * Maps values to pixels, with ticks at round numbers.
 *
 * @param low the value at pixel {@code from}
 * @param high the value at pixel {@code to}
 * @param step the distance between ticks
 */
record Axis(double low, double high, double step, double from, double to) {
  /** Creates an axis that contains both values and ends at ticks, with about five ticks. */
  static Axis covering(double low, double high, double from, double to) {
    double span = high > low ? high - low : Math.max(Math.abs(high), 1) / 10;
    double power = Math.pow(10, Math.floor(Math.log10(span / 5)));
    double rough = span / 5 / power;
    double step = power * (rough <= 1 ? 1 : rough <= 2 ? 2 : rough <= 5 ? 5 : 10);
    double first = Math.floor(low / step + 1e-9) * step;
    double last = Math.ceil((high > low ? high : low + span) / step - 1e-9) * step;
    return new Axis(first, last, step, from, to);
  }

  double pixel(double value) {
    return from + (value - low) / (high - low) * (to - from);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    long count = Math.round((high - low) / step);
    for (int i = 0; i <= count; i++) {
      ticks.add(low + i * step);
    }
    return ticks;
  }

  /** Formats the value of a tick with the number of decimals that the step needs. */
  String label(double tick) {
    int decimals = (int) Math.clamp(-Math.floor(Math.log10(step) + 1e-9), 0, 10);
    String text = PrintfNumbers.formatFixed(tick, decimals);
    return text.matches("-0(\\.0+)?") ? text.substring(1) : text;
  }
}

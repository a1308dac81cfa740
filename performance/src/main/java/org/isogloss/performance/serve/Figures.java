// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import org.isogloss.performance.Median;

/** Prints figures and computes medians. */
final class Figures {
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  private Figures() {}

  static void print(String format, Object... values) {
    OUT.println(String.format(Locale.ROOT, format, values));
  }

  static double median(Collection<Double> values) {
    return Median.of(values);
  }

  /**
   * Returns the value below which a share of all values lies.
   *
   * @param share from 0 to 1
   */
  static double quantile(Collection<Double> values, double share) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import org.isogloss.core.IsoglossException;

/**
 * Maximum numbers of pages in the splits. If a collection has fewer pages in total, the sizes are
 * reduced in proportion.
 *
 * @param train 0 or more, like the others
 */
public record SplitSizes(int train, int validation, int test) {
  /** The sizes of CLIRMatrix's MULTI-8, whose queries are counted for each query language. */
  public static final SplitSizes DEFAULT = new SplitSizes(10_000, 1_000, 1_000);

  public SplitSizes {
    if (train < 0 || validation < 0 || test < 0) {
      throw new IsoglossException(
          "the sizes of the splits are "
              + train
              + ", "
              + validation
              + " and "
              + test
              + ", expected 0 or more");
    }
  }

  long total() {
    return (long) train + validation + test;
  }

  /** The sizes for a collection with this number of pages. */
  SplitSizes fittedTo(int pages) {
    if (total() <= pages) {
      return this;
    }
    int smallerTest = share(test, pages);
    int smallerValidation = share(validation, pages);
    int rest = pages - smallerTest - smallerValidation;
    return new SplitSizes(Math.min(train, rest), smallerValidation, smallerTest);
  }

  private int share(int size, int pages) {
    return (int) ((long) size * pages / total());
  }
}

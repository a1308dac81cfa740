// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.corpus;

/**
 * Counts of the lines of a mined file, by the reason why they were skipped.
 *
 * @param lines number of all lines
 * @param malformed lines that are not valid UTF-8
 * @param blank lines that contain only white space
 * @param repeated lines that equal an earlier line, ignoring leading and trailing white space
 * @param tooLong lines that exceed the maximum length of the model and were skipped
 * @param unknown lines without a token that the model knows
 */
public record LineCounts(
    long lines, long malformed, long blank, long repeated, long tooLong, long unknown) {
  static final LineCounts EMPTY = new LineCounts(0, 0, 0, 0, 0, 0);

  public LineCounts {
    if (lines < malformed + blank + repeated + tooLong + unknown) {
      throw new IllegalArgumentException(
          lines + " lines, but the counts of skipped lines add up to more");
    }
  }

  /** Number of lines with a vector. */
  public long encoded() {
    return lines - malformed - blank - repeated - tooLong - unknown;
  }
}

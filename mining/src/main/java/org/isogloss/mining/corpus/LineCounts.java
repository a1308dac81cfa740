package org.isogloss.mining.corpus;

/**
 * What became of the lines of a file that was mined.
 *
 * @param lines all of them
 * @param malformed not UTF-8
 * @param blank nothing but white space
 * @param repeated the same as a line before, but for white space at the ends
 * @param tooLong longer than the model reads, and left out
 * @param unknown without a piece that the model knows
 */
public record LineCounts(
    long lines, long malformed, long blank, long repeated, long tooLong, long unknown) {
  static final LineCounts EMPTY = new LineCounts(0, 0, 0, 0, 0, 0);

  public LineCounts {
    if (lines < malformed + blank + repeated + tooLong + unknown) {
      throw new IllegalArgumentException(
          lines + " lines, but more than that are said to be left out");
    }
  }

  /** How many lines have a vector. */
  public long encoded() {
    return lines - malformed - blank - repeated - tooLong - unknown;
  }
}

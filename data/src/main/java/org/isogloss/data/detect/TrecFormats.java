// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.data.io.FileHead;

/**
 * Detects judgements and runs, whose columns are separated by blanks or tabs. Lines that are
 * clearly meant as such, but have other columns, are detected too, so that the reader reports what
 * is wrong with them.
 */
final class TrecFormats {
  private static final Pattern BLANKS = Pattern.compile("[ \\t]+");
  private static final Pattern INTEGER = Pattern.compile("[-+]?\\d{1,9}");
  private static final Pattern GRADE = Pattern.compile("[-+]?\\d+(\\.0*)?");
  private static final Pattern NUMBER = Pattern.compile("[-+]?[\\d.]+([eE][-+]?\\d+)?");

  private TrecFormats() {}

  static Optional<DataFormat> detect(FileHead head) {
    if (head.majorityMatches(TrecFormats::isRunLine) || isRanked(head.lines())) {
      return Optional.of(DataFormat.TREC_RUN);
    }
    return head.majorityMatches(TrecFormats::isQrelsLine)
        ? Optional.of(DataFormat.TREC_QRELS)
        : Optional.empty();
  }

  private static String[] columns(String line) {
    return BLANKS.split(line.strip(), -1);
  }

  private static boolean isRunLine(String line) {
    String[] columns = columns(line);
    boolean isMeant = columns.length >= 5 && columns[1].equals("Q0");
    return (isMeant || (columns.length == 6 && INTEGER.matcher(columns[3]).matches()))
        && NUMBER.matcher(columns[4]).matches();
  }

  private static boolean isQrelsLine(String line) {
    String[] columns = columns(line);
    if (columns.length == 4 && GRADE.matcher(columns[3]).matches()) {
      return true;
    }
    boolean isMeant = columns.length > 3 && (columns[1].equals("0") || columns[1].equals("Q0"));
    return isMeant && columns.length <= 5 && NUMBER.matcher(columns[3]).matches();
  }

  /** Whether lines look like judgements or a run without some of their columns. */
  static boolean isIncomplete(FileHead head) {
    return head.withoutComments()
        .majorityMatches(
            line -> {
              String[] columns = columns(line);
              return columns.length == 3 && GRADE.matcher(columns[2]).matches();
            });
  }

  /**
   * Whether lines are {@code query document rank}, as in MS MARCO: the ranks of each query begin at
   * 1, and at least one query has a second document.
   */
  private static boolean isRanked(List<String> lines) {
    String query = "";
    int rank = 0;
    boolean anySecond = false;
    for (String line : lines) {
      String[] columns = columns(line);
      if (columns.length != 3 || !INTEGER.matcher(columns[2]).matches()) {
        return false;
      }
      rank = columns[0].equals(query) ? rank + 1 : 1;
      query = columns[0];
      anySecond |= rank == 2;
      if (Integer.parseInt(columns[2]) != rank) {
        return false;
      }
    }
    return anySecond;
  }
}

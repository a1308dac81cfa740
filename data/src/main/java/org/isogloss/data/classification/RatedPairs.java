// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;

/**
 * Pairs of texts with ratings of their similarity, as in the STS benchmark (Cer et al. 2017) and
 * SICK (Marelli et al. 2014). Reads the formats of {@link ClassifiedTexts} with the column {@code
 * relatedness_score}, {@code similarity_score} or {@code score} in place of the label; without a
 * header, the columns are first text, second text, score.
 */
public final class RatedPairs {
  private static final List<List<String>> LAYOUTS =
      List.of(List.of("sentence1", "sentence2", "score"));

  private RatedPairs() {}

  /** Reads pairs. */
  public static Records<RatedPair> read(Path file, OnError onError) {
    return TextRows.read(
        file,
        onError,
        LAYOUTS,
        List.of(Header.SECOND, Header.SCORE),
        row ->
            Optional.of(
                new RatedPair(
                    row.require(Header.FIRST),
                    row.require(Header.SECOND),
                    score(row.require(Header.SCORE)))));
  }

  private static double score(String value) throws MalformedRecordException {
    try {
      double score = Double.parseDouble(value.strip());
      if (Double.isFinite(score)) {
        return score;
      }
    } catch (NumberFormatException e) {
      // The message is the same as that for infinite numbers.
    }
    throw new MalformedRecordException(
        "the score is " + Excerpt.quote(value) + ", expected a number such as 3.6");
  }

  /** Whether a line of TSV is a header that this reader recognises. */
  public static boolean isHeader(String line) {
    List<String> cells = Header.cells(line);
    return Header.isHeader(cells)
        && Header.indexOf(cells, Header.SECOND) >= 0
        && Header.indexOf(cells, Header.SCORE) >= 0;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.duplicate.DuplicateDocumentDetector;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.WhitespaceColumns;

/**
 * A TREC run, one retrieved document per line: {@code query Q0 document rank score tag}, separated
 * by blanks or tabs. The second column is ignored. The three columns of MS MARCO, {@code query
 * document rank}, are also read; the score of such a line is 1/rank. Lines that begin with {@code
 * #} are comments, as in trec_eval 10.
 */
public final class TrecRun {
  private TrecRun() {}

  /**
   * Reads a run. A line is malformed if it does not have six or three columns, if its rank is not
   * an integer (from 1 in a line of three columns), if its score is not a number, or if an earlier
   * line lists the same document for the same query.
   *
   * @throws FormatException if the file does not exist; while reading, if a line is malformed and
   *     {@code onError} is {@link OnError#FAIL}
   */
  public static Records<RunLine> read(Path file, OnError onError) {
    return LineRecordReader.readCommented(file, onError, line -> false, new Parser());
  }

  private static final class Parser implements LineRecordReader.Parser<RunLine> {
    private final WhitespaceColumns columns = new WhitespaceColumns();
    private final DuplicateDocumentDetector seen = new DuplicateDocumentDetector();
    private String tag = "";

    /** Whether lines have only three columns; decided by the first line. */
    private Optional<Boolean> ranked = Optional.empty();

    @Override
    public RunLine parse(String line) throws MalformedRecordException {
      int found = columns.split(line);
      ranked = ranked.isEmpty() ? Optional.of(found == 3) : ranked;
      if (ranked.get()) {
        return parseRanked(found);
      }
      if (found != 6) {
        throw new MalformedRecordException(
            "has "
                + FieldParsing.formatCount(found, "column")
                + ", expected six: query, Q0, document, rank, score, tag"
                + (found > 6 ? "; check whether an id or the tag contains a blank" : ""));
      }
      String queryId = columns.get(0, seen.lastQueryId());
      String documentId = columns.get(2);
      int rank = rank(columns.get(3));
      double score = score(columns.get(4));
      tag = columns.get(5, tag);
      seen.add(queryId, documentId);
      return new RunLine(queryId, documentId, rank, score, tag);
    }

    /** Parses a line of MS MARCO. */
    private RunLine parseRanked(int found) throws MalformedRecordException {
      if (found != 3) {
        throw new MalformedRecordException(
            "has "
                + FieldParsing.formatCount(found, "column")
                + ", expected three as in the first line: query, document, rank");
      }
      String queryId = columns.get(0, seen.lastQueryId());
      String documentId = columns.get(1);
      int rank = rank(columns.get(2));
      if (rank < 1) {
        throw new MalformedRecordException(
            "rank is " + rank + ", expected 1 or more in a line of query, document and rank");
      }
      seen.add(queryId, documentId);
      return new RunLine(queryId, documentId, rank, 1.0 / rank, "run");
    }

    private static int rank(String value) throws MalformedRecordException {
      try {
        return Integer.parseInt(value);
      } catch (NumberFormatException e) {
        throw new MalformedRecordException(
            "rank is \""
                + value
                + "\", expected a whole number (0 if there is none: measures use the score)");
      }
    }

    private static double score(String value) throws MalformedRecordException {
      // Double.parseDouble also accepts 1f, 1d, 0x1p3 and NaN.
      char last = value.charAt(value.length() - 1);
      boolean plain = (last >= '0' && last <= '9') || last == '.';
      try {
        if (plain && value.indexOf('x') < 0 && value.indexOf('X') < 0) {
          return Double.parseDouble(value);
        }
      } catch (NumberFormatException e) {
        throw notANumber(value);
      }
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
        case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
        default -> throw notANumber(value);
      };
    }

    private static MalformedRecordException notANumber(String value) {
      return new MalformedRecordException(
          "score is \"" + value + "\", expected a number such as 12.5 or -3.1e-4");
    }
  }

  /**
   * Writes a run, with blanks in ids escaped as in URLs. An empty id, and a tag that is empty or
   * contains white space, cannot be written.
   */
  public static RecordWriter<RunLine> writer(Path file) {
    return RecordWriter.open(
        file,
        (hit, line) ->
            line.append(WhitespaceColumns.ofId(hit.queryId()))
                .append(" Q0 ")
                .append(WhitespaceColumns.ofId(hit.documentId()))
                .append(' ')
                .append(hit.rank())
                .append(' ')
                .append(hit.score())
                .append(' ')
                .append(WhitespaceColumns.requireWritable(hit.tag())));
  }

  /**
   * Converts the ranking of one query to lines: each document once, by its best passage, with ranks
   * from 1.
   *
   * @param tag the name of the system
   */
  public static List<RunLine> toLines(String queryId, Ranking ranking, String tag) {
    List<RunLine> lines = new ArrayList<>();
    for (Hit hit : ranking.bestPassagePerDocument().hits()) {
      lines.add(new RunLine(queryId, hit.documentId(), lines.size() + 1, hit.score(), tag));
    }
    return lines;
  }
}

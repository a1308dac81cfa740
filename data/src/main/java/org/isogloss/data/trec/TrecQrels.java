// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.nio.file.Path;
import org.isogloss.data.FormatException;
import org.isogloss.data.Judgement;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.duplicate.DuplicateDocumentDetector;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.WhitespaceColumns;

/**
 * TREC's relevance judgements, one per line: {@code query iteration document grade}, separated by
 * blanks or tabs. The iteration is ignored, and written as 0. Grades are whole numbers, which may
 * be written as {@code 1.0}: above 0 relevant, 0 judged and not relevant, below 0 in the pool but
 * not judged. Lines that begin with {@code #} are comments, as in trec_eval 10.
 */
public final class TrecQrels {
  private TrecQrels() {}

  /**
   * Reads judgements. A line is malformed if it does not have four columns, if its grade is not a
   * whole number, or if an earlier line judges the same document for the same query.
   *
   * @throws FormatException if the file does not exist; while reading, if a line is malformed and
   *     {@code onError} is {@link OnError#FAIL}
   */
  public static Records<Judgement> read(Path file, OnError onError) {
    WhitespaceColumns columns = new WhitespaceColumns();
    DuplicateDocumentDetector seen = new DuplicateDocumentDetector();
    return LineRecordReader.readCommented(
        file, onError, line -> false, line -> parse(line, columns, seen));
  }

  static Judgement parse(String line, WhitespaceColumns columns, DuplicateDocumentDetector seen)
      throws MalformedRecordException {
    int found = columns.split(line);
    if (found != 4) {
      throw new MalformedRecordException(
          "has "
              + found
              + (found == 1 ? " column" : " columns")
              + ", expected four: query, iteration (0), document, grade"
              + (found == 3 ? "; BEIR's three columns need their header as first line" : ""));
    }
    String queryId = columns.get(0, seen.lastQueryId());
    String documentId = columns.get(2);
    int grade = FieldParsing.parseGrade(columns.get(3));
    seen.add(queryId, documentId);
    return new Judgement(queryId, documentId, grade);
  }

  /** Writes judgements. An id that is empty or contains white space cannot be written. */
  public static RecordWriter<Judgement> writer(Path file) {
    return RecordWriter.open(
        file,
        (judgement, line) ->
            line.append(WhitespaceColumns.ofId(judgement.queryId()))
                .append(" 0 ")
                .append(WhitespaceColumns.ofId(judgement.documentId()))
                .append(' ')
                .append(judgement.grade()));
  }
}

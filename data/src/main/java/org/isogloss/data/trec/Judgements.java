// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.nio.file.Path;
import org.isogloss.data.FormatException;
import org.isogloss.data.Judgement;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.collection.BeirFolder;
import org.isogloss.data.duplicate.DuplicateDocumentDetector;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.WhitespaceColumns;

/**
 * Reads relevance judgements in TREC's format of four columns, or in BEIR's format of three columns
 * with the header {@code query-id TAB corpus-id TAB score}. Lines that begin with {@code #} are
 * comments.
 */
public final class Judgements {
  private Judgements() {}

  /**
   * Reads judgements. A line is malformed if it has another number of columns, if its grade is not
   * a whole number, or if an earlier line judges the same document for the same query.
   *
   * @throws FormatException if the file does not exist; while reading, if a line is malformed and
   *     {@code onError} is {@link OnError#FAIL}
   */
  public static Records<Judgement> read(Path file, OnError onError) {
    Parser parser = new Parser();
    return LineRecordReader.readCommented(file, onError, parser::takeHeader, parser);
  }

  private static final class Parser implements LineRecordReader.Parser<Judgement> {
    private final WhitespaceColumns columns = new WhitespaceColumns();
    private final DuplicateDocumentDetector seen = new DuplicateDocumentDetector();
    private boolean beir;

    boolean takeHeader(String line) {
      beir = BeirFolder.isJudgementHeader(line);
      return beir;
    }

    @Override
    public Judgement parse(String line) throws MalformedRecordException {
      if (!beir) {
        return TrecQrels.parse(line, columns, seen);
      }
      Judgement judgement = BeirFolder.parseJudgement(line);
      seen.add(judgement.queryId(), judgement.documentId());
      return judgement;
    }
  }
}

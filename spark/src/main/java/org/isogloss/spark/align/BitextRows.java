// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.align;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.spark.job.InputLines;

/** The sentence pairs of the lines of a partition. */
final class BitextRows implements Records.Source<SentencePair> {
  private final Iterator<Row> lines;
  private final LanguagePair languages;
  private String file = "";
  private long block;
  private long record;

  BitextRows(Iterator<Row> lines, LanguagePair languages) {
    this.lines = lines;
    this.languages = languages;
  }

  @Override
  public Optional<SentencePair> next() throws MalformedRecordException {
    while (lines.hasNext()) {
      Row row = lines.next();
      boolean isNext = file.equals(row.getString(1)) && block == row.getLong(2);
      record = isNext ? record + 1 : 1;
      file = row.getString(1);
      block = row.getLong(2);
      String line = InputLines.decode(row.getAs(0));
      if (!line.isBlank()) {
        return Optional.of(Bitext.parse(line, languages));
      }
    }
    return Optional.empty();
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(
        Path.of(file),
        0,
        "record " + record + " of the part that begins at byte " + block + ": " + problem);
  }

  @Override
  public double progress() {
    return 0;
  }

  @Override
  public void close() {}
}

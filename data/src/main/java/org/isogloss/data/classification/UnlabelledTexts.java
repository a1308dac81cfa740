// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;

/**
 * Texts and pairs of texts whose classes are not known. Reads
 *
 * <ul>
 *   <li>the formats of {@link ClassifiedTexts} that name their columns: tables with a header, and
 *       JSON lines. A label may be missing, and is ignored; rows with the label {@code -} are read;
 *   <li>otherwise one text on each line, or two that a tab separates; a third column, the label of
 *       XTREME's files, is ignored.
 * </ul>
 */
public final class UnlabelledTexts {
  private static final int MAX_COLUMNS = 3;

  private UnlabelledTexts() {}

  /** Reads texts of all languages. */
  public static Records<UnlabelledText> read(Path file, OnError onError) {
    FileHead head = FileHead.read(file);
    return TextRows.namesColumns(head)
        ? TextRows.read(file, onError, List.of(), List.of(), row -> Optional.of(text(row)))
        : LineRecordReader.read(file, onError, UnlabelledTexts::parse);
  }

  private static UnlabelledText text(Row row) throws MalformedRecordException {
    return new UnlabelledText(
        row.require(Header.FIRST),
        row.find(Header.SECOND).isPresent()
            ? Optional.of(row.require(Header.SECOND))
            : Optional.empty());
  }

  private static UnlabelledText parse(String line) throws MalformedRecordException {
    String[] columns = FieldParsing.splitColumns(line);
    if (columns.length > MAX_COLUMNS) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected a text, or two and their label; name other columns in the first"
              + " line");
    }
    return new UnlabelledText(
        columns[0], columns.length == 1 ? Optional.empty() : Optional.of(columns[1]));
  }
}

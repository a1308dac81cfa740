// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Languages of documents or queries as TSV: {@code id TAB language}. Measures by language need
 * them, because qrels and runs contain only ids.
 */
public final class LanguageLabels {
  private LanguageLabels() {}

  /** Reads a file line by line. */
  public static Records<LanguageLabel> read(Path file, OnError onError) {
    return LineRecordReader.read(
        file, onError, line -> line.equals("id\tlanguage"), LanguageLabels::parseLine);
  }

  private static LanguageLabel parseLine(String line) throws MalformedRecordException {
    String[] columns = FieldParsing.splitColumns(line);
    if (columns.length != 2) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected id TAB language");
    }
    return new LanguageLabel(
        FieldParsing.requireNotBlank(columns[0], "the id"), FieldParsing.parseLanguage(columns[1]));
  }

  /**
   * Reads a whole file into memory, in the order of its lines.
   *
   * @throws FormatException if a line is malformed or contradicts an earlier line
   */
  public static Map<String, Language> load(Path file) {
    Map<String, Language> languages = new LinkedHashMap<>();
    try (Records<LanguageLabel> records =
        LineRecordReader.read(
            file,
            OnError.FAIL,
            line -> line.equals("id\tlanguage"),
            line -> {
              LanguageLabel record = parseLine(line);
              Language previous = languages.putIfAbsent(record.id(), record.language());
              if (previous != null && !previous.equals(record.language())) {
                throw new MalformedRecordException(
                    "id "
                        + Excerpt.quote(record.id())
                        + " has the language "
                        + previous
                        + " in an earlier line and "
                        + record.language()
                        + " here: remove one of the lines");
              }
              return record;
            })) {
      records.forEachRemaining(record -> {});
    }
    return languages;
  }

  /** Writes a file with the header {@code id TAB language}. */
  public static RecordWriter<LanguageLabel> writer(Path file) {
    return RecordWriter.open(
        file,
        "id\tlanguage",
        (record, line) ->
            line.append(TsvEscaping.requireWritable(record.id()))
                .append('\t')
                .append(record.language().tag()));
  }
}

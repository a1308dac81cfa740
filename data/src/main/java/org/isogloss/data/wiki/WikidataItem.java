// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;

/**
 * The Wikidata item of an article.
 *
 * @param title the title of the article
 * @param item the id of the item, such as {@code Q584}
 */
public record WikidataItem(WikiTitle title, String item) {
  public WikidataItem {
    requireNonNull(title, "title is null");
    requireNonNull(item, "item is null");
  }

  /**
   * Reads a TSV file {@code language TAB title TAB item}, with or without this header. A line is
   * malformed if it has other columns, or an item that is not {@code Q} and a number.
   */
  public static Records<WikidataItem> read(Path file, OnError onError) {
    return LineRecordReader.read(
        file, onError, line -> line.startsWith("language\ttitle\t"), WikidataItem::parse);
  }

  private static WikidataItem parse(String line) throws MalformedRecordException {
    String[] columns = FieldParsing.splitColumns(line);
    if (columns.length != 3) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected language TAB title TAB item");
    }
    if (!columns[2].matches("Q\\d+")) {
      throw new MalformedRecordException(
          "the item is \"" + columns[2] + "\", expected an item of Wikidata such as Q584");
    }
    return new WikidataItem(
        new WikiTitle(
            FieldParsing.parseLanguage(columns[0]),
            FieldParsing.requireNotBlank(columns[1], "the title")),
        columns[2]);
  }
}

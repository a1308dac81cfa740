// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.documentation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.FieldParsing;

/**
 * Reads the pages of a documentation file. A malformed line is reported and omitted from its page;
 * the page itself is returned.
 */
final class DocumentationPageReader extends LineRecordSource<DocumentationPage> {
  private final Language language;
  private final Set<String> complete = new HashSet<>();
  private List<DocumentationParagraph> page = new ArrayList<>();

  private DocumentationPageReader(Utf8LineReader lines, Language language) {
    super(lines);
    this.language = language;
  }

  static DocumentationPageReader open(Path file, Language language) {
    return new DocumentationPageReader(Utf8LineReader.open(file), language);
  }

  /** Parses a line {@code page TAB id TAB tag TAB text}. */
  static DocumentationParagraph parseParagraph(String line) throws MalformedRecordException {
    String[] columns = FieldParsing.splitColumns(line);
    if (columns.length != 4) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected page TAB id TAB tag TAB text");
    }
    return new DocumentationParagraph(
        FieldParsing.requireId(columns[0], "the page"),
        FieldParsing.requireNotBlank(columns[1], "the id"),
        FieldParsing.requireNotBlank(columns[2], "the tag"),
        FieldParsing.requireNotBlank(columns[3], "the text"));
  }

  @Override
  public Optional<DocumentationPage> next() throws MalformedRecordException {
    while (true) {
      String line = lines.next();
      if (line == null) {
        return page.isEmpty() ? Optional.empty() : Optional.of(completed());
      }
      if (line.isBlank()) {
        continue;
      }
      DocumentationParagraph paragraph = parseParagraph(line);
      if (complete.contains(paragraph.page())) {
        throw new MalformedRecordException(
            "page "
                + Excerpt.quote(paragraph.page())
                + " already ended in an earlier line: all lines of a page must be adjacent");
      }
      if (page.isEmpty() || page.getFirst().page().equals(paragraph.page())) {
        page.add(paragraph);
      } else {
        DocumentationPage previous = completed();
        page.add(paragraph);
        return Optional.of(previous);
      }
    }
  }

  private DocumentationPage completed() {
    DocumentationPage completed = new DocumentationPage(page.getFirst().page(), language, page);
    complete.add(completed.name());
    page = new ArrayList<>();
    return completed;
  }
}

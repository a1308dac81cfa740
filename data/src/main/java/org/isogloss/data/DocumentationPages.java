package org.isogloss.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Language;

/**
 * The pages of a documentation file. A bad line is reported and left out of its page, which is
 * given all the same.
 */
final class DocumentationPages extends LineSource<DocumentationPage> {
  private final Language language;
  private final Set<String> complete = new HashSet<>();
  private List<DocumentationParagraph> page = new ArrayList<>();

  private DocumentationPages(TextLines lines, Language language) {
    super(lines);
    this.language = language;
  }

  static DocumentationPages open(Path file, Language language) {
    return new DocumentationPages(TextLines.open(file), language);
  }

  /** Reads a line {@code page TAB id TAB tag TAB text}. */
  static DocumentationParagraph paragraph(String line) throws MalformedRecordException {
    String[] columns = Parsing.columns(line);
    if (columns.length != 4) {
      throw new MalformedRecordException(
          "found "
              + Parsing.count(columns.length, "column")
              + ", expected page TAB id TAB tag TAB text");
    }
    return new DocumentationParagraph(
        Parsing.id(columns[0], "the page"),
        Parsing.notBlank(columns[1], "the id"),
        Parsing.notBlank(columns[2], "the tag"),
        Parsing.notBlank(columns[3], "the text"));
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
      DocumentationParagraph paragraph = paragraph(line);
      if (complete.contains(paragraph.page())) {
        throw new MalformedRecordException(
            "page "
                + Parsing.excerpt(paragraph.page())
                + " already ended above: all lines of a page have to stand together");
      }
      if (page.isEmpty() || page.getFirst().page().equals(paragraph.page())) {
        page.add(paragraph);
      } else {
        DocumentationPage before = completed();
        page.add(paragraph);
        return Optional.of(before);
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

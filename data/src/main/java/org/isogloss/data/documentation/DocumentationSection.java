package org.isogloss.data.documentation;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/**
 * A heading with the paragraphs directly below it, up to the next heading: the heading asks, the
 * text answers.
 *
 * @param page the page it stands on, by the same name in every language
 * @param id the heading's id, the same in every language, with {@code +1}, {@code +2} behind it
 *     where the page repeats the id
 * @param level of the heading, 1 (the highest) to 6
 * @param path the headings above this one, highest first
 * @param text paragraphs, a line each
 */
public record DocumentationSection(
    String page,
    String id,
    Language language,
    int level,
    String heading,
    List<String> path,
    String text) {
  public DocumentationSection {
    requireNonNull(page, "page is null");
    requireNonNull(id, "id is null");
    requireNonNull(language, "language is null");
    requireNonNull(heading, "heading is null");
    requireNonNull(text, "text is null");
    path = List.copyOf(path);
    if (level < 1 || level > 6) {
      throw new IllegalArgumentException("level is " + level + ", expected 1 to 6");
    }
  }

  /** This section as a document of its own, named {@code language/page#id}. */
  public Document toDocument() {
    return new Document(language.tag() + "/" + page + "#" + id, language, heading, text);
  }
}

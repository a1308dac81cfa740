// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.documentation;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/**
 * A heading with the paragraphs directly below it, up to the next heading. The heading serves as a
 * query, the text as its answer.
 *
 * @param page the name of its page, the same in all languages
 * @param id the id of the heading, the same in all languages; {@code +1}, {@code +2} are appended
 *     if the page repeats the id
 * @param level the level of the heading, 1 (the highest) to 6
 * @param path the headings above this one, highest level first
 * @param text the paragraphs, one per line
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

  /** Converts the section to a document with the id {@code language/page#id}. */
  public Document toDocument() {
    return new Document(language.tag() + "/" + page + "#" + id, language, heading, text);
  }
}

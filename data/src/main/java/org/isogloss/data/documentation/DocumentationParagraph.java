// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.documentation;

import static java.util.Objects.requireNonNull;

/**
 * A paragraph or heading of a translated documentation.
 *
 * @param page the name of its page, the same in all languages
 * @param id an identifier that, together with the page, is the same in all languages; an id may
 *     occur several times on a page, and then does so in all languages
 * @param tag the kind of paragraph: {@code h1} to {@code h6} are headings, {@code h1} the title of
 *     the page; all other tags are text
 */
public record DocumentationParagraph(String page, String id, String tag, String text) {
  public DocumentationParagraph {
    requireNonNull(page, "page is null");
    requireNonNull(id, "id is null");
    requireNonNull(tag, "tag is null");
    requireNonNull(text, "text is null");
  }

  /** The level of a heading, from 1 (the highest) to 6; 0 for other text. */
  public int headingLevel() {
    boolean heading = tag.length() == 2 && tag.charAt(0) == 'h';
    int level = heading ? tag.charAt(1) - '0' : 0;
    return level >= 1 && level <= 6 ? level : 0;
  }
}

package org.isogloss.data.documentation;

import static java.util.Objects.requireNonNull;

/**
 * A paragraph or heading of a documentation that was written once and translated.
 *
 * @param page the page it stands on, by the same name in every language
 * @param id together with the page the same in every language; the same id may come several times
 *     on a page, and then does so in every language
 * @param tag what it is: {@code h1} to {@code h6} are headings, {@code h1} the page's title; all
 *     else is text
 */
public record DocumentationParagraph(String page, String id, String tag, String text) {
  public DocumentationParagraph {
    requireNonNull(page, "page is null");
    requireNonNull(id, "id is null");
    requireNonNull(tag, "tag is null");
    requireNonNull(text, "text is null");
  }

  /** From 1, the highest, to 6 for a heading; 0 for other text. */
  public int headingLevel() {
    boolean heading = tag.length() == 2 && tag.charAt(0) == 'h';
    int level = heading ? tag.charAt(1) - '0' : 0;
    return level >= 1 && level <= 6 ? level : 0;
  }
}

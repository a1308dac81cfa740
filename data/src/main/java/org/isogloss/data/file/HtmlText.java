// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/**
 * Collects the text of an element with the line breaks that a browser would show: white space is
 * collapsed except in {@code pre}, blocks are separated by blank lines, rows of tables and items of
 * lists follow each other line by line. What {@link HtmlFurniture} names is left out.
 */
final class HtmlText implements NodeFilter {
  private static final Set<String> INLINE = Set.of("ins", "del", "s", "math");
  private static final Set<String> FURTHER_BLOCKS = Set.of("summary", "legend");

  private final StringBuilder text = new StringBuilder();
  private final Optional<Element> repeated;
  private int preformatted;

  private HtmlText(Optional<Element> repeated) {
    this.repeated = repeated;
  }

  static String of(Element element) {
    return of(element, Optional.empty());
  }

  /**
   * Returns the text of an element.
   *
   * @param repeated an element that is left out
   */
  static String of(Element element, Optional<Element> repeated) {
    HtmlText text = new HtmlText(repeated);
    element.filter(text);
    return text.text.toString().strip();
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (node instanceof TextNode words) {
      if (preformatted > 0) {
        text.append(words.getWholeText());
      } else {
        append(words.getWholeText());
      }
    } else if (node instanceof Element element) {
      boolean leftOut = repeated.filter(one -> one.equals(element)).isPresent();
      if (leftOut || (depth > 0 && HtmlFurniture.contains(element))) {
        endBlockBefore(element);
        return FilterResult.SKIP_ENTIRELY;
      }
      preformatted += isPreformatted(element) ? 1 : 0;
      if (isCell(element)) {
        append(" ");
      } else if (isBlock(element)) {
        endBlock(element);
      } else if (element.nameIs("br")) {
        endLine();
      }
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element) {
      preformatted -= isPreformatted(element) ? 1 : 0;
      endBlockBefore(element);
    }
    return FilterResult.CONTINUE;
  }

  private static boolean isCell(Element element) {
    return element.nameIs("td") || element.nameIs("th");
  }

  /** Whether browsers show an element as a block; jsoup takes some others for blocks, too. */
  private static boolean isBlock(Element element) {
    String name = element.normalName();
    return (element.isBlock() && !INLINE.contains(name)) || FURTHER_BLOCKS.contains(name);
  }

  private static boolean isPreformatted(Element element) {
    return element.nameIs("pre") || element.nameIs("listing") || element.nameIs("xmp");
  }

  private void append(String words) {
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      boolean space = Character.isWhitespace(c) || c == '\u00a0';
      if (!space) {
        text.append(c);
      } else if (!text.isEmpty() && !Character.isWhitespace(text.charAt(text.length() - 1))) {
        text.append(' ');
      }
    }
  }

  /** Ends the block that an element is or interrupts; cells follow each other in one line. */
  private void endBlockBefore(Element element) {
    if (isBlock(element) && !isCell(element)) {
      endBlock(element);
    }
  }

  private void endBlock(Element element) {
    endLine();
    boolean line =
        element.nameIs("li")
            || element.nameIs("tr")
            || element.nameIs("dt")
            || element.nameIs("dd");
    int length = text.length();
    if (!line && length > 1 && text.charAt(length - 2) != '\n') {
      text.append('\n');
    }
  }

  private void endLine() {
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) == ' ') {
      text.setLength(--length);
    }
    if (length > 0 && text.charAt(length - 1) != '\n') {
      text.append('\n');
    }
  }
}

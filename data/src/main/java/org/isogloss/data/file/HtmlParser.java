// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.MalformedRecordException;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.Elements;
import org.jsoup.select.NodeVisitor;

/**
 * Reads HTML as browsers do, whatever its defects. The text is that of the one {@code main} or
 * {@code article} element, otherwise of the whole body, without scripts, navigation, controls of
 * forms, headers and footers of the page; each block is a paragraph. Title, language, description,
 * author, keywords and date come from the head; a date that is not in the form of ISO 8601 is left
 * out.
 */
final class HtmlParser {
  private static final String LEFT_OUT =
      "script, style, template, noscript, nav, aside, button, input, select, textarea, svg, iframe,"
          + " [hidden], body > header, body > footer, [role=navigation], [role=banner],"
          + " [role=contentinfo]";

  private HtmlParser() {}

  static FileContent parse(InputStream in) throws IOException, MalformedRecordException {
    // The encoding is that of a byte order mark or of the meta element, otherwise UTF-8.
    Document page = Jsoup.parse(in, null, "");
    Metadata metadata = metadata(page);
    String title = page.title().strip();
    page.select(LEFT_OUT).remove();
    Element content = content(page);
    Element heading = content.selectFirst("h1");
    if (title.isEmpty() && heading != null) {
      title = heading.text();
    }
    if (heading != null && heading.text().equals(title)) {
      heading.remove();
    }
    String text = text(content);
    if (text.isEmpty() && title.isEmpty()) {
      throw new MalformedRecordException("contains no text: remove it, or check its encoding");
    }
    Element root = page.selectFirst("html");
    Optional<Language> language =
        root == null || root.attr("lang").isBlank()
            ? Optional.empty()
            : Language.find(root.attr("lang"));
    return new FileContent(title, text, language, metadata);
  }

  private static Element content(Document page) {
    for (String name : List.of("main", "article")) {
      Elements found = page.select(name);
      if (found.size() == 1 && !found.getFirst().text().isBlank()) {
        return found.getFirst();
      }
    }
    return page.body();
  }

  private static Metadata metadata(Document page) {
    Metadata metadata = Metadata.EMPTY;
    for (String name : List.of("description", "author")) {
      String content = page.select("meta[name=" + name + "]").attr("content").strip();
      if (!content.isEmpty()) {
        metadata = metadata.with(name, MetadataValue.of(content));
      }
    }
    List<MetadataValue> keywords =
        Arrays.stream(page.select("meta[name=keywords]").attr("content").split(","))
            .map(String::strip)
            .filter(keyword -> !keyword.isEmpty())
            .map(MetadataValue::of)
            .toList();
    if (!keywords.isEmpty()) {
      metadata = metadata.with("keywords", new MetadataValue.ListValue(keywords));
    }
    String date =
        page.select("meta[property=article:published_time], meta[name=date]")
            .attr("content")
            .strip();
    return isDate(date) ? metadata.with("date", MetadataValue.of(date)) : metadata;
  }

  private static boolean isDate(String text) {
    return Stream.<Consumer<String>>of(
            LocalDate::parse, LocalDateTime::parse, OffsetDateTime::parse)
        .anyMatch(
            parser -> {
              try {
                parser.accept(text);
                return true;
              } catch (DateTimeParseException e) {
                return false;
              }
            });
  }

  /** Returns the text of an element: white space collapsed, blocks separated by blank lines. */
  private static String text(Element element) {
    BlockText text = new BlockText();
    element.traverse(text);
    return text.toString();
  }

  /** Collects text with the line breaks that a browser would show. */
  private static final class BlockText implements NodeVisitor {
    private final StringBuilder text = new StringBuilder();
    private int preformatted;

    @Override
    public void head(Node node, int depth) {
      if (node instanceof TextNode words) {
        if (preformatted > 0) {
          text.append(words.getWholeText());
        } else {
          append(words.getWholeText());
        }
      } else if (node instanceof Element element) {
        preformatted += isPreformatted(element) ? 1 : 0;
        if (isCell(element)) {
          append(" ");
        } else if (element.isBlock()) {
          endBlock(element);
        } else if (element.nameIs("br")) {
          endLine();
        }
      }
    }

    @Override
    public void tail(Node node, int depth) {
      if (node instanceof Element element) {
        preformatted -= isPreformatted(element) ? 1 : 0;
        if (element.isBlock() && !isCell(element)) {
          endBlock(element);
        }
      }
    }

    private static boolean isCell(Element element) {
      return element.nameIs("td") || element.nameIs("th");
    }

    private static boolean isPreformatted(Element element) {
      return element.nameIs("pre");
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

    /** Rows and items follow each other line by line, other blocks with a blank line between. */
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

    @Override
    public String toString() {
      return text.toString().strip();
    }
  }
}

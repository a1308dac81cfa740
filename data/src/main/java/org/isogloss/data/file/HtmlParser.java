// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.BuiltInFields;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.MalformedRecordException;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Reads HTML as browsers do, whatever its defects. The text is that of the one {@code main} or
 * {@code article} element, otherwise of the whole body, without what {@link HtmlFurniture} names
 * and without a first heading that repeats the title. Title, language, description, author,
 * keywords and date come from the head; a date that is not in the form of ISO 8601 is left out.
 * Relative addresses of its translations, {@code <link rel="alternate" hreflang="fr">}, become the
 * field {@code translation_of}.
 */
final class HtmlParser {
  private static final Pattern SPACE = Pattern.compile("[\\s\u00a0]+");
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)"
              + "(Z|[+-]\\d{2}:?\\d{2})?");
  private static final Pattern AFTER_HEADING =
      Pattern.compile("| ?[-\u2013\u2014|:\u00b7\u00bb] .*");

  /** The address of another site, or without that of the page. */
  private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:|/");

  private HtmlParser() {}

  /**
   * Parses a page.
   *
   * @param language its language if that is known otherwise than from the page
   */
  static FileContent parse(byte[] bytes, Optional<Language> language)
      throws MalformedRecordException {
    Document page = Jsoup.parse(withLineFeeds(new HtmlDecoder(bytes, language).decode()));
    Element content = content(page);
    Optional<Element> heading = Optional.ofNullable(content.selectFirst("h1, h2"));
    String headingText = heading.map(HtmlText::of).orElse("");
    String title = oneLine(page.title());
    if (title.isEmpty() && heading.filter(one -> one.nameIs("h1")).isPresent()) {
      title = headingText;
    }
    boolean repeated = isRepeated(oneLine(headingText), title);
    String text = HtmlText.of(content, heading.filter(one -> repeated));
    if (text.isEmpty() && title.isEmpty()) {
      throw new MalformedRecordException("contains no text: remove it, or check its encoding");
    }
    return new FileContent(title, text, statedLanguage(page), metadata(page));
  }

  /** Line ends in preformatted text are those that a browser sees. */
  private static String withLineFeeds(String page) {
    return page.replace("\r\n", "\n").replace('\r', '\n').replace("\0", "");
  }

  private static String oneLine(String text) {
    return SPACE.matcher(text).replaceAll(" ").strip();
  }

  /** Whether the title is a heading, or begins with it as in "Installation - Handbook". */
  private static boolean isRepeated(String heading, String title) {
    return !heading.isEmpty()
        && title.startsWith(heading)
        && AFTER_HEADING.matcher(title).region(heading.length(), title.length()).matches();
  }

  private static Optional<Language> statedLanguage(Document page) {
    Element root = page.selectFirst("html");
    return root == null ? Optional.empty() : Language.find(root.attr("lang"));
  }

  private static Element content(Document page) {
    for (String name : List.of("main, [role=main]", "article")) {
      List<Element> found =
          page.select(name).stream().filter(HtmlParser::isContent).limit(2).toList();
      if (found.size() == 1 && !HtmlText.of(found.getFirst()).isEmpty()) {
        return found.getFirst();
      }
    }
    return page.body();
  }

  private static boolean isContent(Element element) {
    return element.parents().stream().noneMatch(HtmlFurniture::contains);
  }

  private static Metadata metadata(Document page) {
    Metadata metadata = Metadata.EMPTY;
    for (String name : List.of(BuiltInFields.DESCRIPTION, BuiltInFields.AUTHOR)) {
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
      metadata = metadata.with(BuiltInFields.KEYWORDS, new MetadataValue.ListValue(keywords));
    }
    List<MetadataValue> translations =
        page.select("head link[hreflang]").stream()
            .filter(link -> !link.attr("hreflang").equalsIgnoreCase("x-default"))
            .filter(
                link ->
                    SPACE.splitAsStream(link.attr("rel")).anyMatch("alternate"::equalsIgnoreCase))
            .map(link -> link.attr("href").strip())
            .filter(href -> !ABSOLUTE.matcher(href).lookingAt())
            .map(RelativeReference::path)
            .filter(path -> !path.isEmpty())
            .distinct()
            .map(MetadataValue::of)
            .toList();
    if (!translations.isEmpty()) {
      metadata =
          metadata.with(BuiltInFields.TRANSLATION_OF, new MetadataValue.ListValue(translations));
    }
    String date =
        page.select("meta[property=article:published_time], meta[name=date]")
            .attr("content")
            .strip();
    return isDate(date) ? metadata.with(BuiltInFields.DATE, MetadataValue.of(date)) : metadata;
  }

  /** Whether a text is a date or time that an index accepts for a field of dates. */
  static boolean isDate(String text) {
    try {
      if (DAY.matcher(text).matches()) {
        LocalDate.parse(text);
        return true;
      }
      Matcher time = TIME.matcher(text);
      if (!time.matches()) {
        return false;
      }
      LocalDateTime.parse(time.group(1));
      if (time.group(2) != null) {
        ZoneOffset.of(time.group(2));
      }
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}

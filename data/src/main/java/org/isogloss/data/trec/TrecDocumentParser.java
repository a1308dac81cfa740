// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;
import org.jsoup.parser.Parser;

/** Parses one document: see {@link TrecDocuments}. */
final class TrecDocumentParser {
  private static final List<String> ID = List.of("docno", "docid", "id");
  private static final List<String> TITLE =
      List.of("title", "headline", "head", "hl", "ttl", "ti", "doctitle");
  private static final List<String> TEXT =
      List.of("text", "leadpara", "lp", "lead", "ld", "tx", "summary");
  private static final List<String> LANGUAGE = List.of("lang", "language");

  /** Elements that may contain the others, and have the text if none of them does. */
  private static final List<String> CONTAINERS = List.of("body", "content", "doc");

  private static final Set<String> FIELDS =
      Set.copyOf(Stream.of(ID, TITLE, TEXT, LANGUAGE).flatMap(List::stream).toList());

  private static final Set<String> INLINE =
      Set.of("a", "b", "em", "font", "i", "span", "strong", "sub", "sup", "u");
  private static final Set<String> BLOCKS =
      Set.of("br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ol", "p", "table", "tr", "ul");

  /** Minimum number of characters of an element that may be an unrecognised text. */
  private static final int MIN_TEXT = 30;

  private static final Pattern SPACE = Pattern.compile("\\s+");

  private final Map<String, String> attributes;
  private final String body;

  /** The texts of each element, without markup, in the order of the document. */
  private final Map<String, List<String>> texts = new LinkedHashMap<>();

  private final StringBuilder text = new StringBuilder();
  private String open = "doc";

  /**
   * Creates a parser.
   *
   * @param startTag the tag that begins the document, such as {@code <DOC id="1">}
   * @param text the text up to the closing tag
   */
  TrecDocumentParser(String startTag, String text) {
    this.attributes = TaggedMarkup.attributes(startTag);
    this.body = TaggedMarkup.withoutSections(text);
  }

  /**
   * Parses the document.
   *
   * @param defaultLanguage the language of a document that does not state its own
   */
  Document parse(Language defaultLanguage) throws MalformedRecordException {
    collectTexts();
    String id = first(ID);
    if (id.isEmpty()) {
      throw new MalformedRecordException(
          "the document has no <DOCNO>, expected an element such as <DOCNO> FT911-1 </DOCNO>: add"
              + " one or remove the document");
    }
    String title = first(TITLE).replace("\n\n", " ");
    String content = content();
    if (content.isEmpty()) {
      rejectUnnamedText(title);
    }
    return FieldParsing.newDocument(id, language(defaultLanguage), title, content);
  }

  /** Collects the texts of all elements; a field keeps the elements inside as its text. */
  private void collectTexts() {
    Map<String, Integer> lastEnds = new HashMap<>();
    Matcher tag = TaggedMarkup.TAG.matcher(body);
    while (tag.find()) {
      if (!tag.group(1).isEmpty()) {
        lastEnds.put(name(tag), tag.start());
      }
    }
    tag.reset();
    int start = 0;
    while (tag.find()) {
      text.append(body, start, tag.start());
      start = tag.end();
      boolean closes = !tag.group(1).isEmpty();
      boolean isMarkup =
          INLINE.contains(name(tag))
              || BLOCKS.contains(name(tag))
              || (TEXT.contains(open) && lastEnds.getOrDefault(open, -1) > tag.start());
      if (isMarkup) {
        text.append(BLOCKS.contains(name(tag)) ? "\n\n" : INLINE.contains(name(tag)) ? "" : " ");
      } else {
        put();
        open = closes ? "doc" : name(tag);
      }
    }
    text.append(body, start, body.length());
    put();
  }

  /** The name of a tag; of Solr's {@code <field name="title">} the stated one. */
  private static String name(Matcher tag) {
    String name = tag.group(2).toLowerCase(Locale.ROOT);
    return name.equals("field")
        ? TaggedMarkup.attributes(tag.group(3)).getOrDefault("name", name).toLowerCase(Locale.ROOT)
        : name;
  }

  private void put() {
    String value = paragraphs(text.toString());
    text.setLength(0);
    if (!value.isEmpty()) {
      texts.computeIfAbsent(open, name -> new ArrayList<>()).add(value);
    }
  }

  /** Joins the lines of each paragraph, and decodes entities. */
  private static String paragraphs(String marked) {
    StringJoiner paragraphs = new StringJoiner("\n\n");
    StringJoiner words = new StringJoiner(" ");
    for (String line : (marked + "\n\n").split("\n", -1)) {
      String stripped = line.strip();
      if (!stripped.isEmpty()) {
        words.add(SPACE.matcher(stripped).replaceAll(" "));
      } else if (words.length() > 0) {
        paragraphs.add(words.toString());
        words = new StringJoiner(" ");
      }
    }
    String text = paragraphs.toString().replace("&hyph;", "-").replace("&blank;", " ");
    return Parser.unescapeEntities(text, /* inAttribute= */ false);
  }

  /** All texts of the first of these elements that has any, or else an attribute of that name. */
  private String first(List<String> names) {
    return names.stream()
        .filter(texts::containsKey)
        .findFirst()
        .map(name -> String.join(" ", texts.get(name)))
        .or(() -> names.stream().filter(attributes::containsKey).findFirst().map(attributes::get))
        .orElse("");
  }

  private String content() {
    List<String> fields =
        texts.entrySet().stream()
            .filter(entry -> TEXT.contains(entry.getKey()))
            .flatMap(entry -> entry.getValue().stream())
            .toList();
    return String.join("\n\n", fields.isEmpty() ? contained() : fields);
  }

  private List<String> contained() {
    return CONTAINERS.stream()
        .filter(texts::containsKey)
        .findFirst()
        .map(texts::get)
        .orElse(List.of());
  }

  private Language language(Language defaultLanguage) throws MalformedRecordException {
    String stated = first(LANGUAGE);
    return stated.isEmpty() ? defaultLanguage : TaggedMarkup.language(stated);
  }

  /** Rejects a document whose text may be in an unknown element. */
  private void rejectUnnamedText(String title) throws MalformedRecordException {
    for (Map.Entry<String, List<String>> element : texts.entrySet()) {
      int length = element.getValue().stream().mapToInt(String::length).sum();
      if (!FIELDS.contains(element.getKey()) && length >= Math.max(MIN_TEXT, title.length())) {
        throw new MalformedRecordException(
            "has no <TEXT>, but the element "
                + Excerpt.quote(element.getKey())
                + " with "
                + length
                + " characters may be the text: rename it to TEXT");
      }
    }
  }
}

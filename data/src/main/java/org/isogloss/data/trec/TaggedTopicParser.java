// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;
import org.jsoup.parser.Parser;

/**
 * Parses one topic whose fields have tags, in SGML without closing tags or in XML: see {@link
 * TrecTopics}.
 */
final class TaggedTopicParser {
  private static final Pattern LABEL =
      Pattern.compile(
          "^\\s*+(?:number|topic|description|narrative)\\s*+:\\s*+", Pattern.CASE_INSENSITIVE);
  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** The names of fields, in order of preference if a topic has several of the same kind. */
  private static final List<String> ID =
      List.of("num", "number", "id", "identifier", "qid", "topic_id", "topicid");

  /** The names of attributes; NTCIR 1 has {@code <TOPIC q=0001>}. */
  private static final List<String> ATTRIBUTE_ID =
      Stream.concat(ID.stream(), Stream.of("q")).toList();

  private static final List<String> TITLE = List.of("title", "query", "content", "text");
  private static final List<String> DESCRIPTION =
      List.of("desc", "description", "question", "body");
  private static final List<String> NARRATIVE = List.of("narr", "narrative");
  private static final List<String> LANGUAGE = List.of("tlang", "lang", "language", "xml:lang");
  private static final Set<String> FIELDS = Set.copyOf(concat());

  /** Markup inside a field, whose text belongs to the field. */
  private static final Set<String> INLINE =
      Set.of("a", "b", "em", "font", "i", "span", "strong", "sub", "sup", "u");

  private static final Set<String> LINE_BREAKS = Set.of("br", "div", "li", "ol", "p", "ul");

  private final String element;
  private final Map<String, String> attributes;
  private final String body;
  private final Map<String, Integer> lastEnds = new HashMap<>();

  /** The texts of the fields by the language of their tags, which may be undetermined. */
  private final Map<Language, Map<String, String>> fields = new LinkedHashMap<>();

  /**
   * Creates a parser.
   *
   * @param startTag the tag that begins the topic, such as {@code <top lang="de">}
   * @param text the text up to the closing tag
   */
  TaggedTopicParser(String startTag, String text) {
    Matcher start = TaggedMarkup.TAG.matcher(startTag);
    this.element = start.matches() ? start.group(2).toLowerCase(Locale.ROOT) : "";
    this.attributes = start.matches() ? TaggedMarkup.attributes(start.group(3)) : Map.of();
    this.body = TaggedMarkup.withoutSections(text);
  }

  private static List<String> concat() {
    List<String> names = new ArrayList<>();
    List.of(ID, TITLE, DESCRIPTION, NARRATIVE, LANGUAGE).forEach(names::addAll);
    return names;
  }

  /**
   * Parses the topic.
   *
   * @param defaultLanguage the language of fields that do not state theirs
   * @return the topic in each of its languages
   */
  List<TopicVersion> parse(Language defaultLanguage) throws MalformedRecordException {
    collectFields();
    Map<String, String> shared = fields.getOrDefault(Language.UNDETERMINED, Map.of());
    String id = first(shared, ID).or(() -> first(attributes, ATTRIBUTE_ID)).orElse("");
    if (id.isEmpty()) {
      throw new MalformedRecordException(
          "the topic has no number: expected a line such as <num> Number: 301, or <topic"
              + " number=\"301\">");
    }
    FieldParsing.requireId(id, "the number of the topic");
    Optional<String> stated = first(shared, LANGUAGE).or(() -> first(attributes, LANGUAGE));
    Language language = stated.isPresent() ? TaggedMarkup.language(stated.get()) : defaultLanguage;
    List<TopicVersion> versions = new ArrayList<>();
    for (Map.Entry<Language, Map<String, String>> own : fields.entrySet()) {
      if (!own.getKey().isUndetermined()) {
        Map<String, String> texts = new HashMap<>(shared);
        texts.putAll(own.getValue());
        versions.add(topic(id, own.getKey(), texts));
      }
    }
    return versions.isEmpty() ? List.of(topic(id, language, shared)) : versions;
  }

  private TopicVersion topic(String id, Language language, Map<String, String> texts)
      throws MalformedRecordException {
    String description = first(texts, DESCRIPTION).orElse("");
    String bare = description.isEmpty() ? texts.getOrDefault(element, "") : "";
    String title = first(texts, TITLE).orElse(bare);
    if (title.isEmpty() && description.isEmpty()) {
      throw new MalformedRecordException(
          "topic " + id + " has neither <title> nor <desc>: fill one in or remove the topic");
    }
    String narrative = first(texts, NARRATIVE).orElse("");
    return new TopicVersion("", new Topic(id, language, title, description, narrative));
  }

  private static Optional<String> first(Map<String, String> texts, List<String> names) {
    return names.stream()
        .map(name -> texts.getOrDefault(name, ""))
        .filter(text -> !text.isEmpty())
        .findFirst();
  }

  /** Collects the texts of all fields; a tag that is not inside a field's text ends the field. */
  private void collectFields() throws MalformedRecordException {
    Matcher tag = TaggedMarkup.TAG.matcher(body);
    while (tag.find()) {
      if (!tag.group(1).isEmpty()) {
        lastEnds.put(tag.group(2).toLowerCase(Locale.ROOT), tag.start());
      }
    }
    tag.reset();
    StringBuilder text = new StringBuilder();
    Optional<Field> open = Optional.of(new Field(element, Language.UNDETERMINED));
    int start = 0;
    while (tag.find(start)) {
      text.append(body, start, tag.start());
      start = tag.end();
      String name = tag.group(2).toLowerCase(Locale.ROOT);
      if (open.isPresent() && (INLINE.contains(name) || LINE_BREAKS.contains(name))) {
        text.append(LINE_BREAKS.contains(name) ? " " : "");
        continue;
      }
      put(open, text);
      boolean ends = !tag.group(1).isEmpty() || tag.group(3).endsWith("/");
      open = ends ? Optional.empty() : field(name, tag.group(3));
      if (!ends && open.isEmpty() && lastEnds.getOrDefault(name, -1) > start) {
        start = endOf(name, start);
      }
    }
    text.append(body, start, body.length());
    put(open, text);
  }

  /** A field with the language of its tag, which may be undetermined. */
  private record Field(String name, Language language) {}

  private static Optional<Field> field(String name, String attributeText)
      throws MalformedRecordException {
    if (FIELDS.contains(name)) {
      Optional<String> stated = first(TaggedMarkup.attributes(attributeText), LANGUAGE);
      return Optional.of(
          new Field(
              name,
              stated.isPresent() ? TaggedMarkup.language(stated.get()) : Language.UNDETERMINED));
    }
    int hyphen = name.indexOf('-');
    String base = name.substring(hyphen + 1);
    if (hyphen != 2 || !FIELDS.contains(base)) {
      return Optional.empty();
    }
    Language language = FieldParsing.parseLanguage(name.substring(0, 2).toUpperCase(Locale.ROOT));
    return Optional.of(new Field(base, ID.contains(base) ? Language.UNDETERMINED : language));
  }

  /** The position after the end of an element that is left out with all that it contains. */
  private int endOf(String name, int from) {
    Matcher tag = TaggedMarkup.TAG.matcher(body);
    int at = from;
    while (tag.find(at)) {
      at = tag.end();
      if (!tag.group(1).isEmpty() && tag.group(2).equalsIgnoreCase(name)) {
        return at;
      }
    }
    return from;
  }

  private void put(Optional<Field> field, StringBuilder text) throws MalformedRecordException {
    if (field.isPresent()) {
      String value = decode(text.toString());
      Map<String, String> texts =
          fields.computeIfAbsent(field.get().language(), language -> new HashMap<>());
      if (texts.putIfAbsent(field.get().name(), value) != null) {
        throw new MalformedRecordException(
            "the topic has two <"
                + field.get().name()
                + ">: check whether a </"
                + element
                + "> is missing between two topics");
      }
    }
    text.setLength(0);
  }

  private String decode(String text) {
    String unlabelled = element.equals("top") ? LABEL.matcher(text).replaceFirst("") : text;
    String decoded = Parser.unescapeEntities(unlabelled, false);
    return SPACE.matcher(decoded).replaceAll(" ").strip();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.FieldParsing;

/**
 * Topics in TREC's classic format, between {@code <top>} and {@code </top>}:
 *
 * <pre>{@code
 * <top>
 * <num> Number: 301
 * <title> International Organized Crime
 * <desc> Description:
 * Identify organizations that participate in international criminal activity.
 * <narr> Narrative:
 * A relevant document must ...
 * </top>
 * }</pre>
 *
 * Closing tags ({@code </num>}) are optional. A tag may have a language prefix as in CLEF ({@code
 * <DE-title>}), which defines the language of the topic. The labels {@code Number:}, {@code
 * Topic:}, {@code Description:} and {@code Narrative:} are removed, and line ends become spaces. A
 * topic needs a number, and a title or a description. Text outside of topics, and the other parts
 * of topics 51 to 150 ({@code <dom>}, {@code <con>}), are ignored.
 */
public final class TrecTopics {
  private static final Pattern TAG =
      Pattern.compile(
          "<(?:([a-z]{2})-)?(num|title|desc|narr)>|</(?:[a-z]{2}-)?(?:num|title|desc|narr)>"
              + "|</?(?:head|dom|smry|con|fac|nat|time|def)>",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern LABEL =
      Pattern.compile(
          "^\\s*(number|topic|description|narrative)\\s*:\\s*", Pattern.CASE_INSENSITIVE);
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private TrecTopics() {}

  /**
   * Reads topics.
   *
   * @param defaultLanguage the language of topics whose tags have no language
   */
  public static Records<Topic> read(Path file, Language defaultLanguage, OnError onError) {
    return new Records<>(new Topics(Utf8LineReader.open(file), defaultLanguage), onError);
  }

  /**
   * Writes topics with closing tags. The tags contain the language if it is known and has a
   * two-letter code. Sequences of white space become single blanks.
   */
  public static RecordWriter<Topic> writer(Path file) {
    return RecordWriter.open(file, TrecTopics::append);
  }

  private static void append(Topic topic, StringBuilder lines) {
    String code = topic.language().code();
    String prefix = topic.language().isUndetermined() || code.length() != 2 ? "" : code + "-";
    lines.append("<top>\n");
    append("num", topic.id(), lines);
    append(prefix + "title", topic.title(), lines);
    append(prefix + "desc", topic.description(), lines);
    append(prefix + "narr", topic.narrative(), lines);
    lines.append("</top>");
  }

  private static void append(String tag, String text, StringBuilder lines) {
    if (!text.isBlank()) {
      String escaped = escape(SPACE.matcher(text).replaceAll(" ").strip());
      lines.append('<').append(tag).append("> ").append(escaped);
      lines.append(" </").append(tag).append(">\n");
    }
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  static Topic parse(String body, Language language) throws MalformedRecordException {
    Map<String, String> parts = new HashMap<>();
    Language found = language;
    Matcher tag = TAG.matcher(body);
    String open = null;
    int start = 0;
    while (tag.find()) {
      put(parts, open, body.substring(start, tag.start()));
      open = tag.group(2) == null ? null : tag.group(2).toLowerCase(Locale.ROOT);
      if (open != null && parts.containsKey(open)) {
        throw new MalformedRecordException(
            "the topic has two <"
                + open
                + ">: check whether a </top> is missing between two topics");
      }
      if (tag.group(1) != null) {
        found = FieldParsing.parseLanguage(tag.group(1));
      }
      start = tag.end();
    }
    put(parts, open, body.substring(start));
    String id = parts.getOrDefault("num", "");
    if (id.isEmpty()) {
      throw new MalformedRecordException(
          "the topic has no number: expected a line such as <num> Number: 301");
    }
    FieldParsing.requireId(id, "the number of the topic");
    String title = parts.getOrDefault("title", "");
    String description = parts.getOrDefault("desc", "");
    if (title.isEmpty() && description.isEmpty()) {
      throw new MalformedRecordException(
          "topic " + id + " has neither <title> nor <desc>: fill one in or remove the topic");
    }
    return new Topic(id, found, title, description, parts.getOrDefault("narr", ""));
  }

  private static void put(Map<String, String> parts, String name, String text) {
    if (name != null) {
      String unlabelled = LABEL.matcher(text).replaceFirst("");
      parts.put(name, unescape(SPACE.matcher(unlabelled).replaceAll(" ").strip()));
    }
  }

  private static String unescape(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
  }

  private static final class Topics extends LineRecordSource<Topic> {
    private static final Pattern TOP = Pattern.compile("<(/?)top>", Pattern.CASE_INSENSITIVE);

    private final Language language;
    private final StringBuilder body = new StringBuilder();
    private boolean inside;
    private boolean anyTopic;
    private boolean anyText;
    private long firstLine;
    private long problemLine;
    private MalformedRecordException damage;
    private String rest = "";

    Topics(Utf8LineReader lines, Language language) {
      super(lines);
      this.language = language;
    }

    @Override
    public Optional<Topic> next() throws MalformedRecordException {
      while (true) {
        Matcher top = TOP.matcher(rest);
        if (!top.find()) {
          append(rest + "\n");
          if (!readLine()) {
            break;
          }
          continue;
        }
        boolean end = !top.group(1).isEmpty();
        append(rest.substring(0, top.start()));
        boolean wasInside = inside;
        rest = end ? rest.substring(top.end()) : rest.substring(top.start());
        if (wasInside) {
          inside = false;
          return Optional.of(completed(end));
        }
        if (!end) {
          rest = rest.substring(top.group().length());
          begin();
        }
      }
      if (inside) {
        inside = false;
        return Optional.of(completed(false));
      }
      if (anyText && !anyTopic) {
        throw new FormatException(
            lines.file(),
            0,
            "contains no <top>, expected TREC topics: check whether the file is TSV or JSONL");
      }
      return Optional.empty();
    }

    private void begin() {
      inside = true;
      anyTopic = true;
      firstLine = lines.lineNumber();
      damage = null;
      body.setLength(0);
    }

    private void append(String text) {
      if (inside) {
        body.append(text);
      }
    }

    /**
     * A line that is not valid text makes the surrounding topic malformed, and is reported with it.
     */
    private boolean readLine() throws MalformedRecordException {
      rest = "";
      try {
        String line = lines.next();
        rest = line == null ? "" : line;
        anyText |= !rest.isBlank();
        return line != null;
      } catch (MalformedRecordException e) {
        if (!inside) {
          problemLine = lines.lineNumber();
          throw e;
        }
        if (damage == null) {
          damage = e;
          problemLine = lines.lineNumber();
        }
        return true;
      }
    }

    private Topic completed(boolean closed) throws MalformedRecordException {
      if (damage != null) {
        throw damage;
      }
      problemLine = firstLine;
      if (!closed) {
        throw new MalformedRecordException(
            "the topic that begins here has no </top>: close it, or get a complete copy of the"
                + " file");
      }
      return parse(body.toString(), language);
    }

    @Override
    public FormatException toFormatException(String problem) {
      return new FormatException(lines.file(), problemLine, problem);
    }
  }
}

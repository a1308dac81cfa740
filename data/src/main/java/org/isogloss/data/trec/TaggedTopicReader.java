// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;

/** Reads the topics of a file one by one: see {@link TrecTopics}. */
final class TaggedTopicReader extends LineRecordSource<List<TopicVersion>> {
  /** A tag that begins or ends a topic. */
  private static final Pattern TOPIC_TAG =
      Pattern.compile("<(/?)(top|topic|query)(?:\\s[^<>]*+)?+>", Pattern.CASE_INSENSITIVE);

  /** A tag that begins a topic and is continued on the next line. */
  private static final Pattern UNFINISHED_TAG =
      Pattern.compile("<(?:top|topic|query)(?:\\s[^<>]*+)?+$", Pattern.CASE_INSENSITIVE);

  private static final int MAX_TAG_LENGTH = 4096;

  /** The name of the elements that are topics; empty before the first topic. */
  private String element = "";

  private final Language defaultLanguage;
  private final StringBuilder body = new StringBuilder();
  private Optional<String> startTag = Optional.empty();
  private boolean anyText;
  private long firstLine;
  private long problemLine;
  private MalformedRecordException damage;
  private String rest = "";

  TaggedTopicReader(Utf8LineReader lines, Language defaultLanguage) {
    super(lines);
    this.defaultLanguage = defaultLanguage;
  }

  @Override
  public Optional<List<TopicVersion>> next() throws MalformedRecordException {
    while (true) {
      Matcher tag = TOPIC_TAG.matcher(rest);
      if (!findTopicTag(tag)) {
        if (!readLine()) {
          break;
        }
        continue;
      }
      boolean ends = !tag.group(1).isEmpty();
      append(rest.substring(0, tag.start()));
      if (startTag.isPresent()) {
        rest = rest.substring(ends ? tag.end() : tag.start());
        return Optional.of(completed(ends));
      }
      rest = rest.substring(tag.end());
      if (!ends) {
        begin(tag);
      }
    }
    if (startTag.isPresent()) {
      return Optional.of(completed(false));
    }
    if (anyText && element.isEmpty()) {
      throw new FormatException(
          lines.file(),
          0,
          "contains no <top> or <topic>, expected topics in tags: check whether the file is TSV or"
              + " JSONL");
    }
    return Optional.empty();
  }

  private boolean findTopicTag(Matcher tag) {
    while (tag.find()) {
      if (element.isEmpty() || tag.group(2).equalsIgnoreCase(element)) {
        return true;
      }
    }
    return false;
  }

  private void begin(Matcher tag) {
    element = tag.group(2).toLowerCase(Locale.ROOT);
    startTag = Optional.of(tag.group());
    firstLine = lines.lineNumber();
    damage = null;
    body.setLength(0);
  }

  private void append(String text) {
    if (startTag.isPresent()) {
      body.append(text);
      if (body.length() > Utf8LineReader.MAX_LINE_BYTES) {
        throw new FormatException(
            lines.file(), firstLine, "has a topic of more than 64 Mi characters");
      }
    }
  }

  /**
   * A line that is not valid text makes the surrounding topic malformed, and is reported with it.
   */
  private boolean readLine() throws MalformedRecordException {
    boolean continued =
        startTag.isEmpty() && rest.length() < MAX_TAG_LENGTH && UNFINISHED_TAG.matcher(rest).find();
    String before = continued ? rest + " " : "";
    if (!continued) {
      append(rest + "\n");
    }
    rest = "";
    try {
      String line = lines.next();
      rest = line == null ? "" : before + line;
      anyText |= !rest.isBlank();
      return line != null;
    } catch (MalformedRecordException e) {
      if (startTag.isEmpty()) {
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

  private List<TopicVersion> completed(boolean closed) throws MalformedRecordException {
    TaggedTopicParser parser = new TaggedTopicParser(startTag.orElseThrow(), body.toString());
    startTag = Optional.empty();
    if (damage != null) {
      throw damage;
    }
    problemLine = firstLine;
    if (!closed) {
      throw new MalformedRecordException(
          "the topic that begins here has no </"
              + element
              + ">: close it, or get a complete copy of the file");
    }
    return parser.parse(defaultLanguage);
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(lines.file(), problemLine, problem);
  }
}

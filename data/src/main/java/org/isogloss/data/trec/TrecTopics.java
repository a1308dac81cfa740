// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.Utf8LineReader;

/**
 * Topics in tags. TREC's classic format has them between {@code <top>} and {@code </top>}:
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
 * Later tracks of TREC, CLEF, FIRE and NTCIR have them in XML:
 *
 * <pre>{@code
 * <topics>
 *   <topic number="1"><query>history of oil</query><question>How did ...?</question></topic>
 * </topics>
 * }</pre>
 *
 * <ul>
 *   <li>A topic is an element {@code top}, {@code topic} or {@code query}, whichever begins the
 *       first topic. Text outside of topics is ignored.
 *   <li>The number is {@code num}, {@code number}, {@code id}, {@code identifier} or {@code qid}, a
 *       field or an attribute of the topic; the title is {@code title}, {@code query}, {@code
 *       content}, or the text of a topic without fields; the description is {@code desc}, {@code
 *       description} or {@code question}; the narrative is {@code narr} or {@code narrative}. Case
 *       does not matter. A topic needs a number, and a title or a description.
 *   <li>Closing tags of fields are optional. Any tag but inline markup such as {@code <i>} ends a
 *       field; an unknown element is left out with all that it contains.
 *   <li>The language is a prefix of a tag as in CLEF ({@code <DE-title>}), an attribute {@code
 *       lang} of a field or of the topic, or the field {@code TLANG} of NTCIR. If fields of a topic
 *       have several languages, one of them is selected.
 *   <li>Entities of HTML are decoded, the labels {@code Number:}, {@code Topic:}, {@code
 *       Description:} and {@code Narrative:} of {@code <top>} are removed, and line ends become
 *       spaces.
 * </ul>
 */
public final class TrecTopics {
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private TrecTopics() {}

  /**
   * Reads topics.
   *
   * @param defaultLanguage the language of topics whose tags have no language
   */
  public static Records<Topic> read(Path file, Language defaultLanguage, OnError onError) {
    return read(file, TopicSelection.of(defaultLanguage), onError);
  }

  /** Reads the selected version of each topic. */
  public static Records<Topic> read(Path file, TopicSelection selection, OnError onError) {
    return SelectedTopics.of(readVersions(file, selection.language(), onError), selection, onError);
  }

  /**
   * Reads every topic in all its languages.
   *
   * @param defaultLanguage the language of topics whose tags have no language
   */
  public static Records<List<TopicVersion>> readVersions(
      Path file, Language defaultLanguage, OnError onError) {
    return new Records<>(
        new TaggedTopicReader(Utf8LineReader.open(file), defaultLanguage), onError);
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

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}

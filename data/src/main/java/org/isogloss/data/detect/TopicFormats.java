// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.parse.StrictJson;
import org.isogloss.data.trec.JsonTopics;

/** Detects topics in tags and topics as JSON. */
final class TopicFormats {
  private static final Pattern CLASSIC = Pattern.compile("<top[\\s>]", Pattern.CASE_INSENSITIVE);

  private static final Pattern TOPIC = Pattern.compile("<topic[\\s>]", Pattern.CASE_INSENSITIVE);

  /** The first element of XML. */
  private static final Pattern ROOT =
      Pattern.compile("\\A\\s*+(?:<[?!][^>]*+>\\s*+)*+<([A-Za-z][\\w.:-]*+)[\\s>]");

  private static final Pattern ROOT_OF_TOPICS =
      Pattern.compile(".*(?:topics|queries|topicset)|query");

  /** Roots of documents and of bitext, in which an element may be named topic. */
  private static final Set<String> OTHER_ROOTS =
      Set.of("doc", "html", "mediawiki", "reuters", "tmx", "xliff");

  private static final Pattern KEY = Pattern.compile("\"(\\w++)\"\\s*+:");

  private TopicFormats() {}

  static boolean isTagged(FileHead head) {
    if (CLASSIC.matcher(head.text()).find()) {
      return true;
    }
    Matcher root = ROOT.matcher(head.text());
    if (!root.find()) {
      return false;
    }
    String name = root.group(1).toLowerCase(Locale.ROOT);
    return ROOT_OF_TOPICS.matcher(name).matches()
        || (!OTHER_ROOTS.contains(name) && TOPIC.matcher(head.text()).find());
  }

  /** Whether most lines are topics, or the file is one object with an array of topics. */
  static boolean isJson(FileHead head) {
    return head.majorityMatches(TopicFormats::isTopic) || JsonTopics.isWrapped(head);
  }

  private static boolean isTopic(String line) {
    try {
      return isTopic(keys(StrictJson.object(line)));
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  private static List<String> keys(ObjectNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** Whether the first element of an array has the keys of a topic or query. */
  static boolean isArray(FileHead head) {
    int end = head.text().indexOf('}');
    String first = head.text().substring(0, end < 0 ? head.text().length() : end);
    List<String> keys = KEY.matcher(first).results().map(key -> key.group(1)).toList();
    return isTopic(keys) || isQuery(keys);
  }

  private static boolean isQuery(List<String> keys) {
    return (keys.contains("query") || keys.contains("question"))
        && keys.stream().noneMatch(FieldNames.DOCUMENTS.text()::contains);
  }

  /** Whether an object has keys that documents do not have. */
  private static boolean isTopic(List<String> keys) {
    boolean hasText = keys.contains("title") || keys.contains("query") || keys.contains("question");
    return keys.contains("topic_title")
        || (keys.contains("topic_id") && keys.contains("topics"))
        || (hasText
            && (keys.contains("narrative")
                || keys.contains("topic_id")
                || keys.contains("number")
                || keys.contains("num")));
  }
}

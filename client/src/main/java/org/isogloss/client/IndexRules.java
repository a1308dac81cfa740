// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.core.json.JsonObject;

/**
 * What the owner of an index knows about its queries, as lines of text; a line that begins with #
 * is a comment. In the first two texts, the line {@code [de]} limits the following ones to
 * documents in a language, {@code [*]} to none.
 *
 * @param synonyms words and phrases that mean the same, {@code car, motor car}, or what is also
 *     searched for, {@code tv => television}
 * @param stopWords words that are not searched, one on each line
 * @param pins a query and the ids of up to ten documents that come first for it, separated by tabs;
 *     {@code *word*} for all queries that contain the word
 */
public record IndexRules(String synonyms, String stopWords, String pins) {
  /** No rules. */
  public static final IndexRules NONE = new IndexRules("", "", "");

  public IndexRules {
    requireNonNull(synonyms, "synonyms is null");
    requireNonNull(stopWords, "stopWords is null");
    requireNonNull(pins, "pins is null");
  }

  /** Returns a copy with other synonyms. */
  public IndexRules withSynonyms(String text) {
    return new IndexRules(text, stopWords, pins);
  }

  /** Returns a copy with other stop words. */
  public IndexRules withStopWords(String text) {
    return new IndexRules(synonyms, text, pins);
  }

  /** Returns a copy with other pinned documents. */
  public IndexRules withPins(String text) {
    return new IndexRules(synonyms, stopWords, text);
  }

  static IndexRules read(JsonObject json) {
    return new IndexRules(json.string("synonyms"), json.string("stop_words"), json.string("pins"));
  }

  ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("synonyms", synonyms)
        .put("stop_words", stopWords)
        .put("pins", pins);
  }
}

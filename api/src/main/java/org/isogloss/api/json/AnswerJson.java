// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.isogloss.api.Answer;
import org.isogloss.api.AnswerSource;
import org.isogloss.core.json.JsonObject;

/**
 * An answer as a JSON object. The positions of the answer and of its sentence are those in the text
 * of the passage.
 */
public final class AnswerJson {
  private AnswerJson() {}

  /** Writes answers. */
  public static ArrayNode write(List<Answer> answers) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    answers.forEach(answer -> array.add(write(answer)));
    return array;
  }

  private static ObjectNode write(Answer answer) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("text", answer.text());
    node.put("score", answer.score());
    node.put("probability", answer.probability());
    ArrayNode sources = node.putArray("sources");
    for (AnswerSource source : answer.sources()) {
      ObjectNode entry =
          sources
              .addObject()
              .put("id", source.documentId())
              .put("language", source.language().tag())
              .put("title", source.title())
              .put("passage", source.passage());
      SpanJson.put(entry, source.span());
      SpanJson.put(entry.putObject("sentence"), source.sentence())
          .put("text", source.sentenceText());
    }
    return node;
  }

  /** Reads an answer. */
  static Answer read(JsonObject json) {
    return json.create(
        () ->
            new Answer(
                json.number("score"),
                json.number("probability"),
                json.requiredObjects("sources").stream().map(AnswerJson::readSource).toList()));
  }

  private static AnswerSource readSource(JsonObject json) {
    JsonObject sentence = json.object("sentence");
    return json.create(
        () ->
            new AnswerSource(
                json.string("id"),
                json.intAtLeast("passage", 0),
                json.language("language"),
                json.string("title"),
                SpanJson.read(json),
                SpanJson.read(sentence),
                sentence.string("text")));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.api.Explanation;
import org.isogloss.api.StageRank;
import org.isogloss.api.TermMatch;
import org.isogloss.api.WordAttribution;
import org.isogloss.api.WordMatch;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;
import org.isogloss.core.json.JsonObject;

/**
 * An explanation as a JSON object. The position of a word is that in the title or in the text of
 * the passage, which its key {@code field} names.
 */
public final class ExplanationJson {
  private ExplanationJson() {}

  /** Writes an explanation. */
  public static ObjectNode write(Explanation explanation) {
    Passage passage = explanation.passage();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode stages = node.putArray("stages");
    explanation.stages().forEach(stage -> putStage(stages.addObject(), stage));
    explanation
        .sentence()
        .ifPresent(
            sentence ->
                SpanJson.put(node.putObject("sentence"), sentence)
                    .put("text", sentence.coveredText(passage.text())));
    ArrayNode terms = node.putArray("term_matches");
    for (TermMatch match : explanation.termMatches()) {
      terms
          .addObject()
          .put("retriever", match.pipelinePart())
          .put("query_word", match.queryWord())
          .put("passage_word", match.passageWord())
          .put("probability", match.probability())
          .put("frequency", match.frequency());
    }
    ArrayNode words = node.putArray("word_matches");
    for (WordMatch match : explanation.wordMatches()) {
      ObjectNode entry =
          words
              .addObject()
              .put("query_word", match.queryWord())
              .put("passage_word", match.passageWord().coveredText(passage.titledText()))
              .put("similarity", match.similarity());
      putPosition(entry, passage, match.passageWord());
    }
    if (!explanation.contributions().isEmpty()) {
      ArrayNode contributions = node.putArray("contributions");
      for (WordAttribution contribution : explanation.contributions()) {
        ObjectNode entry =
            contributions
                .addObject()
                .put("passage_word", contribution.word().coveredText(passage.titledText()))
                .put("contribution", contribution.attribution());
        putPosition(entry, passage, contribution.word());
      }
    }
    return node;
  }

  /** Writes an explanation with its passage. */
  public static ObjectNode writeWithPassage(Explanation explanation) {
    Passage passage = explanation.passage();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    PassageJson.putDocument(node, passage);
    PassageJson.putPosition(node, passage);
    node.put("text", passage.text());
    node.set("explanation", write(explanation));
    return node;
  }

  private static void putStage(ObjectNode node, StageRank stage) {
    node.put("stage", stage.stage());
    stage.rank().ifPresentOrElse(rank -> node.put("rank", rank), () -> node.putNull("rank"));
    stage.score().ifPresentOrElse(score -> node.put("score", score), () -> node.putNull("score"));
  }

  /** Puts the position of a word in its field. */
  private static void putPosition(ObjectNode entry, Passage passage, Span word) {
    int textStart = textStart(passage);
    boolean inText = word.start() >= textStart;
    int origin = inText ? textStart : 0;
    entry
        .put("field", inText ? "text" : "title")
        .put("start", word.start() - origin)
        .put("end", word.end() - origin);
  }

  /** Where the text begins in {@link Passage#titledText}. */
  private static int textStart(Passage passage) {
    return passage.titledText().length() - passage.text().length();
  }

  /**
   * Reads an explanation with its passage.
   *
   * @throws IsoglossException if the object is not one
   */
  public static Explanation readWithPassage(JsonObject json) {
    return read(json.object("explanation"), PassageJson.read(json));
  }

  /**
   * Reads an explanation.
   *
   * @param passage the passage that is explained
   * @throws IsoglossException if the object is not an explanation of the passage
   */
  static Explanation read(JsonObject json, Passage passage) {
    return json.create(
        () ->
            new Explanation(
                passage,
                json.requiredObjects("stages").stream().map(ExplanationJson::readStage).toList(),
                json.findObject("sentence").map(SpanJson::read),
                json.requiredObjects("term_matches").stream()
                    .map(ExplanationJson::readTerm)
                    .toList(),
                json.requiredObjects("word_matches").stream()
                    .map(
                        match ->
                            new WordMatch(
                                match.string("query_word"),
                                readPosition(match, passage),
                                match.number("similarity")))
                    .toList(),
                json.objects("contributions").stream()
                    .map(
                        word ->
                            new WordAttribution(
                                readPosition(word, passage), word.number("contribution")))
                    .toList()));
  }

  private static StageRank readStage(JsonObject json) {
    return new StageRank(
        json.string("stage"), json.findIntAtLeast("rank", 1), json.findNumber("score"));
  }

  private static TermMatch readTerm(JsonObject json) {
    return new TermMatch(
        json.string("retriever"),
        json.string("query_word"),
        json.string("passage_word"),
        json.number("probability"),
        json.intAtLeast("frequency", 0));
  }

  private static Span readPosition(JsonObject json, Passage passage) {
    int origin = json.string("field").equals("text") ? textStart(passage) : 0;
    Span span = SpanJson.read(json);
    if (origin + span.end() > passage.titledText().length()) {
      throw json.error("end", String.valueOf(span.end()), "an offset in the passage");
    }
    return new Span(origin + span.start(), origin + span.end());
  }
}

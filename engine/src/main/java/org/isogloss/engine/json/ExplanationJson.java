// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.api.TermMatch;
import org.isogloss.api.WordMatch;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;
import org.isogloss.engine.Explanation;
import org.isogloss.engine.StageRank;

/** An explanation as a JSON object. */
public final class ExplanationJson {
  private ExplanationJson() {}

  /**
   * Converts an explanation. Positions are UTF-16 units in the title or the text of the passage.
   */
  public static ObjectNode of(Explanation explanation) {
    Passage passage = explanation.passage();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode stages = node.putArray("stages");
    for (StageRank stage : explanation.stages()) {
      ObjectNode entry = stages.addObject().put("stage", stage.stage());
      stage.rank().ifPresentOrElse(rank -> entry.put("rank", rank), () -> entry.putNull("rank"));
      stage
          .score()
          .ifPresentOrElse(score -> entry.put("score", score), () -> entry.putNull("score"));
    }
    explanation
        .sentence()
        .ifPresent(
            sentence ->
                node.putObject("sentence")
                    .put("start", sentence.start())
                    .put("end", sentence.end())
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
    return node;
  }

  /**
   * States the position of a word in its field.
   *
   * @param word position in {@link Passage#titledText}
   */
  private static void putPosition(ObjectNode entry, Passage passage, Span word) {
    int textStart = passage.titledText().length() - passage.text().length();
    boolean inText = word.start() >= textStart;
    int origin = inText ? textStart : 0;
    entry
        .put("field", inText ? "text" : "title")
        .put("start", word.start() - origin)
        .put("end", word.end() - origin);
  }
}

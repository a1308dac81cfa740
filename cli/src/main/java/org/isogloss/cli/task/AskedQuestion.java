// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.qa.SquadAnswer;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadQuestion;

/**
 * A question of a test set with its paragraph.
 *
 * @param query the question, with its id and language
 * @param language the language of the paragraph and of the answers
 * @param context the text of the paragraph
 * @param references the texts of its answers
 */
record AskedQuestion(Query query, Language language, String context, List<String> references) {
  static AskedQuestion of(SquadParagraph paragraph, SquadQuestion question) {
    return new AskedQuestion(
        question.query(),
        paragraph.language(),
        paragraph.context(),
        question.answers().stream().map(SquadAnswer::text).toList());
  }

  /** Returns all questions of paragraphs. */
  static List<AskedQuestion> of(List<SquadParagraph> paragraphs) {
    return paragraphs.stream()
        .flatMap(
            paragraph -> paragraph.questions().stream().map(question -> of(paragraph, question)))
        .toList();
  }

  String id() {
    return query.id();
  }
}

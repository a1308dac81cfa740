// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;

/**
 * A paragraph with its questions.
 *
 * @param id the number of its article and its number in the article, both from 0, such as {@code
 *     12-3}: the same in every language of a parallel dataset
 * @param title the title of its article, in any language (English in all of XQuAD); empty if there
 *     is none
 * @param language the language of the paragraph
 * @param context the text of the paragraph
 * @param sentences the sentences of the paragraph; empty if the data does not contain them
 */
public record SquadParagraph(
    String id,
    String title,
    Language language,
    String context,
    List<Span> sentences,
    List<SquadQuestion> questions) {
  /** The field of a document with the title of the paragraph's article. */
  public static final String ARTICLE = "article";

  public SquadParagraph {
    requireNonNull(id, "id is null");
    requireNonNull(title, "title is null");
    requireNonNull(language, "language is null");
    requireNonNull(context, "context is null");
    sentences = List.copyOf(sentences);
    questions = List.copyOf(questions);
  }

  /**
   * Converts the paragraph to a document with the id {@code language/id}. The title is not that of
   * the document, because it would reveal the English words of a paragraph in another language, but
   * the field {@value #ARTICLE}.
   */
  public Document toDocument() {
    Metadata metadata =
        title.isBlank()
            ? Metadata.EMPTY
            : Metadata.EMPTY.with(ARTICLE, MetadataValue.of(title.replace('_', ' ')));
    return new Document(language.tag() + "/" + id, language, "", context, metadata);
  }

  /**
   * The sentences that answer a question, as LAReQA defines them (Roy et al. 2020, section 3.1):
   * the sentence in which the first answer begins, and all sentences of this paragraph with the
   * same text.
   *
   * @return indexes in {@link #sentences}, ascending; empty if the data has no sentences, or if the
   *     answer begins between two sentences
   */
  public List<Integer> answerSentences(SquadQuestion question) {
    List<Integer> found = new ArrayList<>();
    if (question.answers().isEmpty()) {
      return found;
    }
    int start = question.answers().getFirst().start();
    for (Span sentence : sentences) {
      if (sentence.start() <= start && start < sentence.end()) {
        String answer = sentence.coveredText(context);
        for (int i = 0; i < sentences.size(); i++) {
          if (sentences.get(i).coveredText(context).equals(answer)) {
            found.add(i);
          }
        }
        return found;
      }
    }
    return found;
  }
}

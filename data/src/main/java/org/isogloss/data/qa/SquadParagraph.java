package org.isogloss.data.qa;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.text.Span;

/**
 * A paragraph with the questions that it answers.
 *
 * @param id the number of its article and its own in that, from 0, as {@code 12-3}: the same in
 *     every language of a parallel set
 * @param title of its article, in whatever language (English in all of XQuAD); empty where there is
 *     none
 * @param language what the paragraph is written in
 * @param context the paragraph
 * @param sentences where the data says the sentences of the paragraph, else none
 */
public record SquadParagraph(
    String id,
    String title,
    Language language,
    String context,
    List<Span> sentences,
    List<SquadQuestion> questions) {
  public SquadParagraph {
    requireNonNull(id, "id is null");
    requireNonNull(title, "title is null");
    requireNonNull(language, "language is null");
    requireNonNull(context, "context is null");
    sentences = List.copyOf(sentences);
    questions = List.copyOf(questions);
  }

  /**
   * The paragraph as a document named {@code language/id}. It goes without the title, which would
   * give away the English words of a paragraph in another language.
   */
  public Document toDocument() {
    return new Document(language.tag() + "/" + id, language, "", context);
  }

  /**
   * The sentences that answer a question as LAReQA has it (Roy et al. 2020, section 3.1): the one
   * in which the first answer begins, and those of this paragraph that read the same.
   *
   * @return ordinals in {@link #sentences}, ascending; none where the data has no sentences, or the
   *     answer begins between two
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

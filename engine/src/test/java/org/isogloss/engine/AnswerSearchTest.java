// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.isogloss.api.Answer;
import org.isogloss.api.AnswerSource;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.text.decoding.AnswerExtractor;
import org.isogloss.text.decoding.AnswerSpans;
import org.isogloss.text.decoding.AnswerSpans.ScoredSpan;
import org.junit.jupiter.api.Test;

class AnswerSearchTest {
  private static final Query QUESTION = Query.of("when was Warsaw founded");

  /** What a model returns for each text. */
  private record Fixed(Map<String, AnswerSpans> byText) implements AnswerExtractor {
    @Override
    public List<AnswerSpans> read(String question, List<String> texts) {
      return texts.stream().map(byText::get).toList();
    }

    @Override
    public void close() {}
  }

  private static Passage passage(String id, String text) {
    return new Passage(id, 0, Language.of(id.substring(0, 2)), "", text, 0, text.length());
  }

  private static ScoredSpan span(String text, String part, double score) {
    int start = text.indexOf(part);
    return new ScoredSpan(new Span(start, start + part.length()), score);
  }

  @Test
  void ranksTheAnswersOfAllPassagesByTheirMarginOverNoAnswer() {
    String english = "It was founded around 1300. Its walls are younger.";
    String german = "Die Stadt wurde 1413 Hauptstadt.";
    Fixed model =
        new Fixed(
            Map.of(
                english,
                new AnswerSpans(List.of(span(english, "1300", 4), span(english, "walls", 1)), 1),
                german,
                new AnswerSpans(List.of(span(german, "1413", 9)), 8)));
    List<Passage> passages = List.of(passage("de-1", german), passage("en-1", english));

    List<Answer> answers = new AnswerSearch(model).answers(QUESTION, passages, 5);

    assertThat(answers).extracting(Answer::text).containsExactly("1300", "1413", "walls");
    assertThat(answers).extracting(Answer::score).containsExactly(3.0, 1.0, 0.0);
    assertThat(answers).extracting(Answer::isConfident).containsExactly(true, true, false);
    double sum = 1 + Math.exp(-2) + Math.exp(-3);
    assertThat(answers.getFirst().probability()).isCloseTo(1 / sum, within(1e-12));
    assertThat(answers.stream().mapToDouble(Answer::probability).sum()).isCloseTo(1, within(1e-12));
    assertThat(new AnswerSearch(model).answers(QUESTION, passages, 2))
        .as("the probability does not depend on the number of answers")
        .isEqualTo(answers.subList(0, 2));
  }

  @Test
  void marksTheAnswerInItsSentence() {
    String text = "The town is old. It was founded around 1300. Its walls are younger.";
    Fixed model = new Fixed(Map.of(text, new AnswerSpans(List.of(span(text, "1300", 2)), 0)));

    AnswerSource source =
        new AnswerSearch(model)
            .answers(QUESTION, List.of(passage("en-1", text)), 1)
            .getFirst()
            .source();

    assertThat(source.sentenceText().strip()).isEqualTo("It was founded around 1300.");
    assertThat(source.spanInSentence().coveredText(source.sentenceText())).isEqualTo("1300");
  }

  @Test
  void anAnswerAcrossSentencesHasAllOfThem() {
    String text = "First one. Second one. Third one.";
    Fixed model =
        new Fixed(Map.of(text, new AnswerSpans(List.of(span(text, "one. Second", 2)), 0)));
    AnswerSource source =
        new AnswerSearch(model)
            .answers(QUESTION, List.of(passage("en-1", text)), 1)
            .getFirst()
            .source();
    assertThat(source.sentenceText().strip()).isEqualTo("First one. Second one.");
  }

  @Test
  void equalAnswersAreOneWithSeveralSources() {
    Map<String, String> texts =
        Map.of(
            "en-1", "Founded by Duke Bolesław II.",
            "de-1", "Gegründet von duke  bolesław ii (1300).",
            "fr-1", "Fondée par « Duke Bolesław II ».",
            "pl-1", "Założona w 13.00, nie w 1300.");
    Fixed model =
        new Fixed(
            Map.of(
                texts.get("en-1"),
                new AnswerSpans(List.of(span(texts.get("en-1"), "Duke Bolesław II.", 5)), 0),
                texts.get("de-1"),
                new AnswerSpans(List.of(span(texts.get("de-1"), "duke  bolesław ii", 7)), 0),
                texts.get("fr-1"),
                new AnswerSpans(List.of(span(texts.get("fr-1"), "« Duke Bolesław II »", 1)), 0),
                texts.get("pl-1"),
                new AnswerSpans(
                    List.of(
                        span(texts.get("pl-1"), "13.00", 4), span(texts.get("pl-1"), "1300", 3)),
                    0)));
    List<Answer> answers =
        new AnswerSearch(model)
            .answers(
                QUESTION,
                List.of("en-1", "de-1", "fr-1", "pl-1").stream()
                    .map(id -> passage(id, texts.get(id)))
                    .toList(),
                5);
    assertThat(answers)
        .extracting(Answer::text)
        .containsExactly("duke  bolesław ii", "13.00", "1300");
    assertThat(answers.getFirst().score()).isEqualTo(7);
    assertThat(answers.getFirst().sources())
        .extracting(AnswerSource::documentId)
        .containsExactly("de-1", "en-1", "fr-1");
  }

  @Test
  void leavesOutWhatOverlapsABetterAnswerOfThePassage() {
    String text = "Founded around 1300 by a duke.";
    Fixed model =
        new Fixed(
            Map.of(
                text,
                new AnswerSpans(
                    List.of(
                        span(text, "1300", 5),
                        span(text, "around 1300", 4),
                        span(text, "a duke", 3)),
                    0)));
    assertThat(new AnswerSearch(model).answers(QUESTION, List.of(passage("en-1", text)), 5))
        .extracting(Answer::text)
        .containsExactly("1300", "a duke");
  }

  @Test
  void passagesWithoutSpansHaveNoAnswer() {
    Fixed model = new Fixed(Map.of("", new AnswerSpans(List.of(), 0)));
    assertThat(new AnswerSearch(model).answers(QUESTION, List.of(passage("en-1", "")), 5))
        .isEmpty();
    assertThat(new AnswerSearch(model).answers(QUESTION, List.of(), 5)).isEmpty();
  }
}

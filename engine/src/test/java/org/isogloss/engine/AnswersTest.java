// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.isogloss.api.Answer;
import org.isogloss.api.AnswerSource;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.json.SearchResultsJson;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.ScoreProbability;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches that answer a question. */
class AnswersTest {
  @TempDir Path temporary;
  private final TestEncoder encoder = new TestEncoder();
  private final TestAnswerExtractor extractor = new TestAnswerExtractor(5.5);
  private SearchEngine engine;

  @BeforeEach
  void openAndIndex() {
    engine = builder().answers(extractor).openOrCreate();
    engine.index(TestDocuments.all());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private EngineBuilder builder() {
    return SearchEngine.at(temporary.resolve("index"))
        .encoder("trigrams", encoder)
        .reranker("shortest", TestScorer.shortestFirst());
  }

  private static SearchRequest berlin() {
    return SearchRequest.of("Berlin").withPipeline("bm25");
  }

  @Test
  void readsThePassagesThatWereFound() {
    SearchResults results = engine.search(berlin().withAnswers(3));
    assertThat(extractor.questions).containsExactly("Berlin");
    assertThat(extractor.texts)
        .containsExactlyElementsOf(
            results.stream().map(result -> result.passage().text()).toList());
    assertThat(results.answers())
        .extracting(Answer::text)
        .containsExactly("Hauptstadt", "Germany", "München");
    assertThat(results.answers()).extracting(Answer::score).containsExactly(4.5, 1.5, 1.5);
    assertThat(results.answers().getFirst().source().documentId()).isEqualTo("de-city");
    assertThat(results.noConfidentAnswer()).isFalse();
  }

  @Test
  void mergesTheAnswersOfSeveralLanguages() {
    assertThat(engine.search(berlin().withAnswers(10)).answers())
        .filteredOn(answer -> answer.text().equals("Berlin"))
        .singleElement()
        .satisfies(
            answer ->
                assertThat(answer.sources())
                    .extracting(source -> source.language().tag())
                    .containsExactlyInAnyOrder("en", "de"));
  }

  @Test
  void readsTheFirstResultsWhateverThePageIs() {
    SearchRequest request = berlin().withAnswers(1);
    List<Answer> answers = engine.search(request).answers();
    assertThat(engine.search(request.withTop(1).withPage(2)).answers()).isEqualTo(answers);
    extractor.texts.clear();
    engine.search(request.withAnswers(1, 1));
    assertThat(extractor.texts).hasSize(1);
  }

  @Test
  void doesNotReadResultsThatAreLeftOut() {
    SearchRequest request =
        SearchRequest.of("cat").withPipeline("dense >> rerank(shortest)").withAnswers(1);
    engine.models().setProbability("shortest", new ScoreProbability(0.5, 30, 0));
    SearchResults probable = engine.search(request.withMinProbability(0.5));
    assertThat(probable.size()).isBetween(1, TestDocuments.all().size() - 1);
    assertThat(extractor.texts)
        .containsExactlyElementsOf(
            probable.stream().map(result -> result.passage().text()).toList());
  }

  @Test
  void readsTheVersionThatIsShown() {
    engine.index(
        List.of(
            TestDocuments.of("it-fox", "Red fox jumps over the fence quickly"),
            TestDocuments.of("nl-fox", "Red fox jumps over the fence quicklo")));
    SearchRequest request =
        SearchRequest.of("fox jumps over fence").withPipeline("dense").withAnswers(1, 1);
    SearchResults grouped =
        engine.search(request.withGroupedTranslations().withPreferredLanguages("nl"));
    assertThat(grouped.answers().getFirst().source().documentId()).isEqualTo("nl-fox");
    assertThat(grouped.results().getFirst().hit().documentId()).isEqualTo("nl-fox");
  }

  @Test
  void statesThatNothingSurelyAnswers() {
    SearchResults cat = engine.search(SearchRequest.of("mat").withPipeline("bm25").withAnswers(1));
    assertThat(cat.answers()).extracting(Answer::text).containsExactly("The");
    assertThat(cat.noConfidentAnswer()).isTrue();
    SearchResults none = engine.search(SearchRequest.of("xyz").withPipeline("bm25").withAnswers(1));
    assertThat(none.answers()).isEmpty();
    assertThat(none.noConfidentAnswer()).isTrue();
    assertThat(engine.search(berlin()).noConfidentAnswer()).as("not requested").isFalse();
  }

  @Test
  void answersABatchLikeSingleRequests() {
    SearchRequest with = berlin().withAnswers(2);
    List<SearchResults> batch = engine.searchAll(List.of(with, berlin()));
    assertThat(batch.getFirst().answers()).isEqualTo(engine.search(with).answers());
    assertThat(batch.getLast().answers()).isEmpty();
  }

  @Test
  void writesAnswersAsJson() {
    JsonNode json = SearchResultsJson.write(engine.search(berlin().withAnswers(1)));
    assertThat(json.get("nothing_surely_answers").booleanValue()).isFalse();
    assertThat(json.at("/answers/0/text").textValue()).isEqualTo("Hauptstadt");
    JsonNode source = json.at("/answers/0/sources/0");
    assertThat(source.get("id").textValue()).isEqualTo("de-city");
    assertThat(source.get("start").intValue()).isEqualTo(15);
    assertThat(source.get("end").intValue()).isEqualTo(25);
    assertThat(source.at("/sentence/start").intValue()).isZero();
    assertThat(source.at("/sentence/text").textValue()).startsWith("Berlin ist die Hauptstadt.");
    assertThat(SearchResultsJson.write(engine.search(berlin())).has("answers")).isFalse();
  }

  @Test
  void needsAModel() {
    assertThat(engine.models().findsAnswers()).isTrue();
    engine.close();
    assertThat(extractor.closed).as("the program owns it").isFalse();
    try (SearchEngine without = builder().open()) {
      assertThat(without.models().findsAnswers()).isFalse();
      SearchRequest request = berlin().withAnswers(1);
      for (ThrowingCallable search :
          List.<ThrowingCallable>of(
              () -> without.search(request), () -> without.searchAll(List.of(request)))) {
        assertThatThrownBy(search)
            .isInstanceOf(IsoglossException.class)
            .hasMessageContaining("open the engine with one");
      }
      assertThat(without.search(berlin())).isNotEmpty();
    }
  }

  @Test
  void opensAModelFolder() {
    engine.close();
    Path model =
        SampleHead.constant(TransformerHead.ANSWER_SPAN, List.of(), 1, 0)
            .write(SampleTransformer.BERT_LANGUAGE_MODEL, temporary, "reader");
    try (SearchEngine opened = builder().answers(model.toString()).open()) {
      SearchResults results = opened.search(berlin().withAnswers(1));
      assertThat(results.answers().getFirst().score()).as("the logits are constant").isZero();
      assertThat(results.noConfidentAnswer()).isTrue();
      AnswerSource source = results.answers().getFirst().source();
      assertThat(source.sentenceText()).startsWith(source.text());
    }
  }

  @Test
  void rejectsAModelWithoutAHeadForAnswers() {
    engine.close();
    assertThatThrownBy(() -> builder().answers("tiny").open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("expected one with a head for");
    assertThatThrownBy(() -> builder().answers("nothing").open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no model \"nothing\"");
    assertThat(encoder.closed).as("the program owns it").isFalse();
  }
}

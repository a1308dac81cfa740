// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.isogloss.api.Explanation;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.StageRank;
import org.isogloss.api.WordMatch;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Probabilities, versions and explanations of results. */
class SearchResultsTest {
  @TempDir Path temporary;
  private Path folder;
  private final TestEncoder encoder = new TestEncoder();
  private SearchEngine engine;

  @BeforeEach
  void openAndIndex() {
    folder = temporary.resolve("index");
    engine =
        SearchEngine.at(folder)
            .encoder("trigrams", encoder)
            .reranker("shortest", TestScorer.shortestFirst())
            .passages(new PassageSplitter(9))
            .openOrCreate();
    engine.index(TestDocuments.all());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static List<String> ids(SearchResults results) {
    return results.stream().map(result -> result.hit().documentId()).toList();
  }

  @Test
  void probabilitiesComeFromTheScoresOfTheReranker() {
    SearchRequest request = SearchRequest.of("cat").withPipeline("dense >> rerank(shortest)");
    assertThat(engine.search(request).results())
        .allSatisfy(result -> assertThat(result.probability()).isEmpty());
    assertThat(engine.search(request).noConfidentResult()).as("not known").isFalse();
    assertThatThrownBy(() -> engine.search(request.withMinProbability(0.5)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("probabilities of the hits of \"dense >> rerank(shortest)\"");

    ScoreProbability probability = new ScoreProbability(0.5, 15, 0);
    engine.models().setProbability("shortest", probability);
    List<SearchResult> all = engine.search(request).results();
    assertThat(all)
        .allSatisfy(
            result ->
                assertThat(result.probability())
                    .hasValueCloseTo(
                        probability.of(-result.passage().text().length(), 1), within(1e-9)));
    assertThat(engine.search(request.withPipeline("dense")).results())
        .as("no re-ranker")
        .allSatisfy(result -> assertThat(result.probability()).isEmpty());

    SearchResults probable = engine.search(request.withMinProbability(0.6).withTop(2));
    assertThat(probable.results()).isEqualTo(all.subList(0, 2));
    assertThat(probable.noConfidentResult()).isFalse();
    long expected = all.stream().filter(r -> r.probability().getAsDouble() >= 0.6).count();
    assertThat(engine.search(request.withMinProbability(0.6)).size())
        .isEqualTo((int) expected)
        .isBetween(1, all.size() - 1);

    engine.models().setProbability("shortest", new ScoreProbability(0.5, -15, 0));
    assertThat(engine.search(request).noConfidentResult()).isTrue();
    assertThat(engine.search(request.withMinProbability(0.5))).isEmpty();
    assertThat(engine.search(request.withMinProbability(0.5)).noConfidentResult()).isFalse();
  }

  @Test
  void probabilitiesComeFromCosinesWithoutAReranker() {
    SearchRequest request = SearchRequest.of("the cat in Munich").withPipeline("{bm25, dense}zsum");
    assertThat(engine.search(request).results())
        .allSatisfy(result -> assertThat(result.probability()).isEmpty());

    ScoreProbability probability = new ScoreProbability(8, -3, 0);
    engine.models().setProbability(probability);
    assertThat(engine.models().probability()).contains(probability);
    assertThat(engine.search(request.withPipeline("bm25")).results())
        .as("no vectors")
        .isNotEmpty()
        .allSatisfy(result -> assertThat(result.probability()).isEmpty());
    assertThat(engine.search(request.withPipeline("dense >> rerank(shortest)")).results())
        .as("another scorer")
        .allSatisfy(result -> assertThat(result.probability()).isEmpty());
    float[] query = encoder.encode(List.of("the cat in Munich"), Role.QUERY)[0];
    for (String pipeline : List.of("dense", "{bm25, dense}zsum", "{bm25:2, dense}fair")) {
      List<SearchResult> found =
          engine.search(request.withPipeline(pipeline).withTop(30)).results();
      double[] expected =
          found.stream().mapToDouble(result -> 8 * cosine(query, result) - 3).toArray();
      double[] logOdds = found.stream().mapToDouble(SearchResultsTest::logOdds).toArray();
      assertThat(mean(logOdds)).as(pipeline).isCloseTo(mean(expected), within(1e-6));
      assertThat(variance(logOdds)).as(pipeline).isCloseTo(variance(expected), within(1e-6));
    }

    encoder.stated = Optional.of(new ScoreProbability(2, 0, 0));
    assertThat(engine.models().probability()).as("that of the index").contains(probability);
    engine.models().setProbability("shortest", probability);
    assertThat(engine.models().probability()).as("that of the model").isEqualTo(encoder.stated);
  }

  private double cosine(float[] query, SearchResult result) {
    float[] passage = encoder.encode(List.of(result.passage().titledText()), Role.PASSAGE)[0];
    double cosine = 0;
    for (int i = 0; i < query.length; i++) {
      cosine += query[i] * passage[i];
    }
    return cosine;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values)
        .map(value -> (value - mean) * (value - mean))
        .average()
        .getAsDouble();
  }

  private static double logOdds(SearchResult result) {
    double probability = result.probability().orElseThrow();
    return Math.log(probability / (1 - probability));
  }

  @Test
  void differentTextsWithOneProbabilityCountEach(@TempDir Path other) {
    try (SearchEngine cats =
        SearchEngine.at(other)
            .encoder("trigrams", encoder)
            .reranker("shortest", TestScorer.shortestFirst())
            .openOrCreate()) {
      cats.index(
          List.of(
              Document.of("a", "The cat runs.").withLanguage("en"),
              Document.of("b", "The cat eats.").withLanguage("en")));
      cats.models().setProbability("shortest", new ScoreProbability(0.5, 6.3, 0));
      SearchResults results =
          cats.search(SearchRequest.of("cat").withPipeline("bm25 >> rerank(shortest)"));
      double probability = results.results().getFirst().probability().getAsDouble();
      assertThat(probability).isBetween(0.25, 0.49);
      assertThat(results.results().getLast().probability()).hasValue(probability);
      assertThat(results.noConfidentResult()).isFalse();
    }
  }

  @Test
  void anotherEngineSeesNewProbabilitiesAfterARefresh() throws IOException {
    try (SearchEngine other =
        SearchEngine.at(folder)
            .encoder("trigrams", encoder)
            .reranker("shortest", TestScorer.shortestFirst())
            .open()) {
      engine.models().setProbability("shortest", new ScoreProbability(1, 2, 0.5));
      assertThat(other.models().probability("shortest")).isEmpty();
      assertThat(other.refresh()).isTrue();
      assertThat(other.models().probability("shortest")).contains(new ScoreProbability(1, 2, 0.5));
      assertThat(other.refresh()).as("nothing new").isFalse();
    }
    Path file = folder.resolve("probability.json");
    Files.writeString(
        file, "{\"reranker\": \"shortest\", \"slope\": 0, \"intercept\": 1, \"size_weight\": 0}");
    assertThatThrownBy(() -> engine.refresh())
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(file + ": slope is 0.0, expected a number above 0; estimate");
  }

  @Test
  void groupsTheVersionsOfAText() {
    engine.index(
        List.of(
            TestDocuments.of("it-fox", "Red fox jumps over the fence quickly"),
            TestDocuments.of("es-fox", "Red fox jumps over the fence quicklu"),
            TestDocuments.of("nl-fox", "Red fox jumps over the fence quicklo")));
    SearchRequest request = SearchRequest.of("fox jumps over fence").withPipeline("dense");
    List<String> plain = ids(engine.search(request.withTop(3)));
    assertThat(plain).containsExactlyInAnyOrder("it-fox", "es-fox", "nl-fox");

    List<SearchResult> grouped = engine.search(request.withGroupedTranslations()).results();
    assertThat(grouped.getFirst().hit().documentId()).isEqualTo(plain.getFirst());
    assertThat(grouped.getFirst().translations())
        .extracting(version -> version.hit().documentId())
        .containsExactly(plain.get(1), plain.get(2));
    assertThat(grouped.getFirst().translations().getFirst().language().tag())
        .isEqualTo(plain.get(1).substring(0, 2));
    assertThat(grouped).extracting(SearchResult::rank).startsWith(1, 2, 3);
    assertThat(grouped.stream().map(result -> result.hit().documentId()))
        .doesNotContain(plain.get(1), plain.get(2));
    SearchResult second =
        engine
            .search(request.withGroupedTranslations().withTop(1).withPage(2))
            .results()
            .getFirst();
    assertThat(second).isEqualTo(grouped.get(1));

    for (SearchRequest preferring :
        List.of(
            request.withGroupedTranslations().withPreferredLanguages("ru", "nl", "es"),
            request.withGroupedTranslations().withQueryLanguage("nl"))) {
      SearchResult first = engine.search(preferring).results().getFirst();
      assertThat(first.hit().documentId()).isEqualTo("nl-fox");
      assertThat(first.translations())
          .extracting(version -> version.hit().documentId())
          .containsExactlyInAnyOrder("it-fox", "es-fox");
    }
  }

  @Test
  void aGroupHasTheScoreAndTheProbabilityOfItsBestVersion() {
    engine.index(
        List.of(
            TestDocuments.of("it-fox", "Red fox jumps over the fence quickly"),
            TestDocuments.of("nl-fox", "Red fox jumps over the fence quickly now"),
            TestDocuments.of(
                "en-far", "A fence is what nobody jumps over, however quick and red")));
    engine.models().setProbability("shortest", new ScoreProbability(1, 36.5, 0));
    SearchRequest request =
        SearchRequest.of("fox jumps over fence")
            .withPipeline("dense%3 >> rerank(shortest)")
            .withGroupedTranslations()
            .withPreferredLanguages("nl");
    SearchResults results = engine.search(request.withExplanations(true));
    assertThat(ids(results)).startsWith("nl-fox");
    SearchResult first = results.results().getFirst();
    SearchResult best =
        engine
            .search(request.withGroupedTranslations().withPreferredLanguages("it"))
            .results()
            .getFirst();
    assertThat(best.hit().documentId()).isEqualTo("it-fox");
    assertThat(first.hit().score()).isCloseTo(best.hit().score(), within(1e-5));
    assertThat(first.probability()).isEqualTo(best.probability());
    assertThat(results.ranking().hits()).hasSize(results.size());
    assertThat(results.noConfidentResult()).isFalse();
    List<StageRank> stages = first.explanation().orElseThrow().stages();
    assertThat(stages)
        .extracting(StageRank::stage)
        .containsExactly("dense%3", "rerank(shortest)", "preference");
    assertThat(stages.getLast().rank()).hasValue(1);
    assertThat(stages.get(1).rank().orElseThrow()).as("before the preference").isGreaterThan(1);
    assertThat(ids(engine.search(request.withMinProbability(0.5))))
        .as("the best version is probable, this one is not")
        .containsExactly("nl-fox");
    assertThat(engine.stageRanks(request, List.of(first.hit())))
        .containsExactly(first.explanation().orElseThrow().stages());
  }

  @Test
  void pinnedDocumentsComeFirstWithinTheFilter() {
    IndexLocations.of(folder)
        .setRules(SearchRules.NONE.withPins("*mat*\tde-city\tfr-cat\tmissing\n"));
    assertThat(engine.refresh()).isTrue();
    SearchRequest request = SearchRequest.of("cat on the mat").withPipeline("bm25");
    SearchResults results = engine.search(request);
    assertThat(ids(results)).startsWith("de-city", "fr-cat", "en-cat").doesNotHaveDuplicates();
    assertThat(results.stream().limit(3))
        .extracting(SearchResult::pinned)
        .containsExactly(true, true, false);
    assertThat(ids(engine.search(request.withLanguages("fr", "en"))))
        .startsWith("fr-cat", "en-cat")
        .doesNotContain("de-city");
    assertThat(ids(engine.search(request.withFilter("language = \"en\""))))
        .doesNotContain("de-city", "fr-cat");
    assertThat(ids(engine.search(request.withTop(1).withPage(2)))).containsExactly("fr-cat");
    assertThat(engine.search(SearchRequest.of("cat").withPipeline("bm25")))
        .noneMatch(SearchResult::pinned);
  }

  @Test
  void pinnedDocumentsThatWereNotFoundAreNoLikelyHits() {
    SearchRequest request =
        SearchRequest.of("cat on the mat").withPipeline("bm25").withFacets("language");
    SearchResults before = engine.search(request);
    List<String> sorted = ids(engine.search(request.withSort("language")));
    IndexLocations.of(folder).setRules(SearchRules.NONE.withPins("*mat*\tde-city\n"));
    assertThat(engine.refresh()).isTrue();
    SearchResults pinned = engine.search(request.withExplanations(true));
    assertThat(ids(pinned)).startsWith("de-city");
    assertThat(pinned.facets()).isEqualTo(before.facets());
    assertThat(ids(engine.search(request.withSort("language")))).isEqualTo(sorted);
    assertThat(pinned.results().getFirst().explanation().orElseThrow().stages())
        .as("no preference for languages")
        .containsExactly(
            new StageRank("bm25", OptionalInt.empty(), OptionalDouble.empty()),
            new StageRank(
                "pins",
                OptionalInt.of(1),
                OptionalDouble.of(pinned.results().getFirst().hit().score())));
  }

  @Test
  void versionsNeedVectors() {
    try (SearchEngine lexical =
        SearchEngine.at(temporary.resolve("lexical")).withoutVectors().openOrCreate()) {
      lexical.index(TestDocuments.all());
      assertThatThrownBy(() -> lexical.search(SearchRequest.of("cat").withGroupedTranslations()))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("translations are recognised by vectors");
    }
  }

  private int rank(SearchRequest request, String document) {
    return ids(engine.search(request)).indexOf(document) + 1;
  }

  @Test
  void explainsTheRankOfAPassage() {
    SearchRequest request =
        SearchRequest.of("cat in the garden")
            .withQueryLanguage("en")
            .withPipeline("{bm25, dense}rrf >> rerank(shortest)");
    Explanation explanation = engine.explain(request, new Hit("en-cat", 1, 0));
    assertThat(explanation.passage().text()).isEqualTo("A dog barks at the cat in the garden.");
    assertThat(explanation.termMatches())
        .extracting(word -> word.queryWord() + "=" + word.passageWord())
        .containsExactly("cat=cat", "garden=garden");
    assertThat(explanation.contributions()).hasSize(9).allMatch(word -> word.attribution() < 0);
    assertThat(explanation.wordMatches())
        .extracting(WordMatch::queryWord)
        .as("\"in\" and \"the\" are stop words")
        .containsExactly("cat", "garden");
    assertThat(explanation.stages())
        .extracting(StageRank::stage)
        .containsExactly("bm25", "dense", "rrf", "rerank(shortest)");
    assertThat(explanation.stages().getLast().rank()).hasValue(rank(request, "en-cat"));
    assertThat(explanation.stages().getLast().score()).isPresent();
    Explanation plain = engine.explain(request.withPipeline("dense"), new Hit("en-cat", 1, 0));
    assertThat(plain.contributions()).as("no re-ranker").isEmpty();
    assertThat(plain.termMatches()).as("no lexical component").isEmpty();
    Explanation notFound = engine.explain(request.withPipeline("bm25%1"), new Hit("de-cat", 0, 0));
    assertThat(notFound.stages())
        .containsExactly(new StageRank("bm25%1", OptionalInt.empty(), OptionalDouble.empty()));
    assertThatThrownBy(() -> engine.explain(request, new Hit("en-cat", 7, 0)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no passage 7 of a document en-cat");
  }
}

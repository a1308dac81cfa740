// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Query;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.lucene.FolderLocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SynonymsTest {
  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.index(
          DocumentSource.of(
              List.of(
                  document("car", "en", "A car on the road"),
                  document("automobile", "en", "An automobile on the road"),
                  document("both", "en", "A car is an automobile on the road"),
                  document("city", "en", "New York City is on a river"),
                  document("york", "en", "York has a new cathedral"),
                  document("auto", "de", "Ein Auto auf der Straße"))));
    }
  }

  private static Document document(String id, String language, String text) {
    return Document.of(id, text).withLanguage(language);
  }

  private Map<String, Double> search(SearchRules rules, String query) {
    new FolderLocation(folder).setRules(rules);
    try (SearchIndex index = SearchIndex.open(folder)) {
      Map<String, Double> scores = new LinkedHashMap<>();
      for (Hit hit : index.retriever("bm25").retrieve(Query.of(query), 10).hits()) {
        scores.put(hit.documentId(), hit.score());
      }
      return scores;
    }
  }

  @Test
  void aWordAndItsSynonymsCountAsOneWord() {
    SearchRules rules = SearchRules.NONE.withSynonyms("car, automobile\n");
    assertThat(search(SearchRules.NONE, "cars")).containsOnlyKeys("car", "both");
    Map<String, Double> found = search(rules, "cars");
    assertThat(found).containsOnlyKeys("car", "both", "automobile");
    assertThat(found.get("automobile")).isEqualTo(found.get("car"));
    assertThat(search(rules, "automobile")).isEqualTo(found);
  }

  @Test
  void aDirectionHoldsInOneWayOnly() {
    SearchRules rules = SearchRules.NONE.withSynonyms("car => automobile\n");
    assertThat(search(rules, "car")).containsKey("automobile");
    assertThat(search(rules, "automobile")).containsOnlyKeys("automobile", "both");
  }

  @Test
  void findsPhrasesForWordsAndWordsForPhrases() {
    SearchRules rules = SearchRules.NONE.withSynonyms("nyc, new york city\nbig apple => nyc\n");
    Map<String, Double> found = search(rules, "nyc");
    assertThat(found.keySet()).containsExactly("city", "york");
    // Each of the three words counts a third of an occurrence.
    assertThat(found.get("city")).isLessThan(search(SearchRules.NONE, "new york city").get("city"));
    assertThat(search(rules, "the big apple")).as("one step, not two").isEmpty();
  }

  @Test
  void aWordWithSynonymsIsNotMisspelt() {
    assertThat(search(SearchRules.NONE, "citty")).containsOnlyKeys("city");
    assertThat(suggestion("citty")).contains("city");
    for (String rule : List.of("citty => road", "citty => red road")) {
      assertThat(search(SearchRules.NONE.withSynonyms(rule), "citty"))
          .as(rule)
          .containsOnlyKeys("car", "automobile", "both");
      assertThat(suggestion("citty")).as(rule).isEmpty();
    }
    search(SearchRules.NONE.withSynonyms("citty => unknown"), "citty");
    assertThat(suggestion("citty")).as("no passage has the synonym either").contains("city");
  }

  private Optional<String> suggestion(String query) {
    try (SearchIndex index = SearchIndex.open(folder)) {
      return index.suggestion(Query.of(query), Set.of(), Optional.empty());
    }
  }

  @Test
  void aSectionHoldsForDocumentsInItsLanguage() {
    SearchRules german = SearchRules.NONE.withSynonyms("[de]\ncar => Auto\n[*]\ncar => road\n");
    assertThat(search(german, "car")).containsOnlyKeys("auto", "car", "both", "automobile");
    SearchRules english = SearchRules.NONE.withSynonyms("[en]\ncar => Auto\n");
    assertThat(search(english, "car")).doesNotContainKey("auto");
  }

  @Test
  void readsWordsAsTheAnalyzerOfTheLanguageDoes() {
    Synonyms synonyms = Synonyms.parse("s", "Cars, automobiles\n");
    assertThat(synonyms.of("en", LanguageAnalyzers.shipped(), List.of("red", "car")))
        .containsExactly(new Synonyms.Expansion(List.of("car"), List.of("automobil")));
  }

  @Test
  void stopWordsOfTheIndexAreNotSearched() {
    SearchRules rules = SearchRules.NONE.withStopWords("[en]\nRoad\n");
    assertThat(search(rules, "car road")).containsOnlyKeys("car", "both");
    assertThat(search(rules, "road")).as("a query of stop words").hasSize(3);
  }

  @Test
  void aRuleOfTooManyWordsWouldTakeMemoryWithTheirSquare() {
    String words =
        IntStream.rangeClosed(0, Synonyms.MAX_PHRASES)
            .mapToObj(i -> "w" + i)
            .collect(Collectors.joining(", "));
    assertThatThrownBy(() -> Synonyms.parse("file", "car, automobile\n" + words))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("file, line 2: found 101 words and phrases, expected at most 100");
  }

  @Test
  void aWordOfAllRulesHasTheSynonymsOfAll() {
    String rules =
        IntStream.range(0, RuleLines.MAX_RULES)
            .mapToObj(i -> "car => automobile, w" + i)
            .collect(Collectors.joining("\n"));
    assertThat(search(SearchRules.NONE.withSynonyms(rules), "cars")).containsKey("automobile");
  }

  @Test
  void readsTheRulesOfTheLongestFiles() {
    String control = "\u0001".repeat(RuleLines.MAX_CHARACTERS - 4);
    SearchRules rules =
        SearchRules.NONE
            .withSynonyms("a, " + control)
            .withStopWords(control)
            .withPins("a\t" + control);
    assertThat(search(rules, "cars")).containsKey("car");
  }

  @Test
  void aLineOfSeveralStopWordsIsAnError() {
    for (String words : List.of("the of", "the\u00a0of", "the\u3000of")) {
      assertThatThrownBy(() -> StopWords.parse("file", "the\n" + words))
          .hasMessageContainingAll("file, line 2: ", "expected one word");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "car | file, line 1: found one word or phrase, expected several with commas",
        "car, | file, line 1: found \"car,\", expected words or phrases",
        "a => b => c | file, line 1: found \"a => b => c\", expected words",
        "[klingonish] | file, line 1: ",
      })
  void namesWhatIsNoRule(String text, String message) {
    assertThatThrownBy(() -> Synonyms.parse("file", text))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(message);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses the shipped tables. */
class RomanizedQueryTest {
  private static final String ROMANIZED = "kak kupit bilety na poezd";
  private static final String ORIGINAL = "как купить билеты на поезд";

  @TempDir private Path folder;
  private SearchEngine engine;

  @BeforeEach
  void index() {
    engine = SearchEngine.at(folder).withoutVectors().openOrCreate();
    engine.index(
        List.of(
            new Document("ru", Language.of("ru"), "", "Где купить билеты на поезд в Москву"),
            new Document("en", Language.of("en"), "", "Where to buy train tickets to Moscow"),
            new Document("id", Language.of("id"), "", "Di mana membeli tiket kereta")));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static List<String> ids(SearchResults results) {
    return results.results().stream().map(result -> result.hit().documentId()).toList();
  }

  @Test
  void isSearchedInTheScriptOfItsLanguage() {
    SearchResults results = engine.search(ROMANIZED, 3);
    assertThat(ids(results)).containsExactly("ru");
    assertThat(results.request().query().text()).isEqualTo(ORIGINAL);
    assertThat(results.request().query().language()).isEqualTo(Language.of("ru"));
    assertThat(results.results().getFirst().snippet().text()).contains("билеты");
    assertThat(results.results().getFirst().snippet().highlights()).isNotEmpty();
  }

  @Test
  void isReadEverywhere() {
    SearchRequest request = SearchRequest.of(ROMANIZED);
    assertThat(engine.searchAll(List.of(request, SearchRequest.of("train tickets"))))
        .extracting(RomanizedQueryTest::ids)
        .containsExactly(List.of("ru"), List.of("en"));
    Hit hit = engine.search(request).results().getFirst().hit();
    assertThat(engine.explain(request, hit).stages()).isNotEmpty();
    assertThat(engine.stageRanks(request, List.of(hit)).getFirst()).isNotEmpty();
    Query query = Query.of(ROMANIZED);
    assertThat(engine.view().snippet(query, hit).highlights()).isNotEmpty();
    var retriever = engine.retriever(Pipeline.parse("bm25"), ResultUnit.DOCUMENT);
    assertThat(retriever.retrieve(query, 3).hits()).hasSize(1);
    assertThat(retriever.retrieveAll(List.of(query), 3).getFirst().hits()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://x.y/z?a=b",
        "kak kupit bilety www.poezd.ru",
        "privet@poezd.ru",
        "kupit_bilety",
        "kupit::bilety",
        "poezd=kupit"
      })
  void addressesAndCodeStayAsTheyAre(String text) {
    assertThat(engine.search(text, 3).request().query().text()).isEqualTo(text);
  }

  @Test
  void aRunOfLettersStaysAsItIs() {
    String run = "zzq".repeat(3_000);
    assertThat(engine.search("word1 " + run, 3).request().query().text()).endsWith(run);
  }

  @Test
  void isSearchedAsItIsIfItsLanguageIsWrittenInLatinLetters() {
    SearchRequest request = SearchRequest.of("di mana tiket kereta");
    assertThat(ids(engine.search(request))).containsExactly("id");
    assertThat(engine.search(request).request().query().text()).isEqualTo(request.query().text());
    SearchRequest given = SearchRequest.of(ROMANIZED).withQueryLanguage("id");
    assertThat(engine.search(given).request().query()).isEqualTo(given.query());
  }

  @Test
  void isSearchedAsItIsIfAPassageHasItsWords() {
    engine.index(
        List.of(
            new Document("name", Language.of("en"), "", "On Mahatma Gandhi, by his friends"),
            new Document("part", Language.of("en"), "", "The kak and the bilety")));
    assertThat(ids(engine.search("Mahatma Gandhi", 3))).containsExactly("name");
    assertThat(ids(engine.search(ROMANIZED, 3))).containsExactly("ru");
    SearchRequest given = SearchRequest.of("mahatma gandhi").withQueryLanguage("hi-Latn");
    assertThat(engine.search(given).request().query().text()).isEqualTo("महात्मा गांधी");
  }

  @Test
  void canBeSearchedAsItIs() {
    engine.close();
    engine = SearchEngine.at(folder).withoutDeromanization().open();
    assertThat(ids(engine.search(ROMANIZED, 3))).isEmpty();
  }

  @Test
  void hasTheGivenLanguage() {
    SearchResults results = engine.search(SearchRequest.of("poezd").withQueryLanguage("ru-Latn"));
    assertThat(ids(results)).containsExactly("ru");
    assertThat(results.request().query().text()).isEqualTo("поезд");
  }
}

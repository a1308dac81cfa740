// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryLanguageTest {
  private static final List<Document> DOCUMENTS =
      List.of(
          new Document("de", Language.of("de"), "Brot", "Man bäckt Brot ohne Hefe."),
          new Document("en", Language.of("en"), "Bread", "Bread is baked without yeast."),
          new Document("pt", Language.of("pt"), "Pão", "O pão sem fermento assa-se no forno."));

  @TempDir Path folder;

  private SearchEngine engine;

  @BeforeEach
  void index() {
    engine = SearchEngine.at(folder).encoder("trigrams", new TestEncoder()).openOrCreate();
    engine.index(DOCUMENTS);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private SearchResults search(SearchRequest request) {
    return engine.search(request);
  }

  @Test
  void languageOfTheQueryIsIdentifiedAmongThoseOfTheIndex() {
    SearchRequest searched = search(SearchRequest.of("wie backt man Brot")).request();
    assertThat(searched.query().language()).isEqualTo(Language.of("de"));
    assertThat(searched.languageProbability().orElseThrow()).isBetween(0.9, 1.0);
  }

  @Test
  void statedLanguageIsNotIdentified() {
    SearchRequest searched =
        search(SearchRequest.of("wie backt man Brot").withQueryLanguage("nl")).request();
    assertThat(searched.query().language()).isEqualTo(Language.of("nl"));
    assertThat(searched.languageProbability()).isEmpty();
  }

  @Test
  void unsureLanguageIsUndetermined() {
    for (String text : List.of("12:30", "comment faire du pain sans levure", "хлеб")) {
      SearchRequest searched = search(SearchRequest.of(text)).request();
      assertThat(searched.query().language()).as(text).isEqualTo(Language.UNDETERMINED);
      assertThat(searched.languageProbability()).as(text).isEmpty();
    }
  }

  @Test
  void preferredLanguagesAreIdentifiedToo() {
    SearchRequest request =
        SearchRequest.of("comment faire du pain sans levure")
            .withGroupedTranslations()
            .withPreferredLanguages("fr");
    assertThat(search(request).request().query().language()).isEqualTo(Language.of("fr"));
  }

  @Test
  void groupsShowTheLanguageOfTheQuery() {
    SearchResults found =
        search(SearchRequest.of("pão sem fermento no forno").withGroupedTranslations());
    assertThat(found.request().query().language()).isEqualTo(Language.of("pt"));
    assertThat(found.results().getFirst().passage().language()).isEqualTo(Language.of("pt"));
  }
}

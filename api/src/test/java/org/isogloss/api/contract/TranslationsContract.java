// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.isogloss.api.contract.SearcherFixture.ids;

import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.Translation;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;

/** Preferred languages, and translations of one text as one result. */
interface TranslationsContract extends SearcherFixture {
  @Test
  default void preferredLanguagesComeFirst() {
    SearchRequest request = SearchRequest.of(ENGLISH.text()).withPipeline("dense").withTop(3);
    List<String> plain = ids(searcher().search(request.withPreference(0)));
    assertThat(plain).first().isEqualTo("en-cat");
    assertThat(searcher().search(request.withPreference(0))).noneMatch(SearchResult::preferred);
    SearchRequest german = request.withPreferredLanguages("de");
    assertThat(german.preference()).isEqualTo(SearchRequest.STATED_PREFERENCE);
    SearchResults results = searcher().search(german.withPreference(1));
    assertThat(ids(results)).containsExactly("de-cat", "en-cat", "fr-train");
    assertThat(results).extracting(SearchResult::preferred).containsExactly(true, false, false);
    assertThat(results.ranking().hits())
        .extracting(Hit::documentId)
        .as("scores descend")
        .isEqualTo(ids(results));
  }

  @Test
  default void groupsTranslations() {
    SearchResults results =
        searcher()
            .search(
                SearchRequest.of(ENGLISH.text())
                    .withPipeline("dense >> translations(gate=0.3)")
                    .withGroupedTranslations()
                    .withPreferredLanguages("de"));
    SearchResult first = results.results().getFirst();
    assertThat(first.hit().documentId()).isEqualTo("de-cat");
    assertThat(first.translations())
        .extracting(
            other -> other.hit().documentId() + " " + other.language() + " " + other.title())
        .containsExactly("en-cat en Cats");
  }

  @Test
  default void groupsDocumentsThatWereLinkedWhenIndexed() {
    // Texts of names and numbers, whose vectors hardly differ between languages.
    String text = "Berlin Paris Madrid London Oslo 1999 2001 2012";
    searcher()
        .putAll(
            List.of(
                Document.of("en-cities", text).withLanguage("en"),
                Document.of("de-cities", text).withLanguage("de")));
    SearchRequest request =
        SearchRequest.of("Berlin Oslo")
            .withQueryLanguage("en")
            .withPipeline("lang:en >> bm25")
            .withTop(1);
    assertThat(ids(searcher().search(request))).containsExactly("en-cities");
    await(
        () ->
            ids(searcher()
                    .search(
                        request
                            .withPipeline("(lang:en >> bm25) >> translations(complete=1)")
                            .withTop(5)))
                .equals(List.of("en-cities", "de-cities")));
    SearchResult first =
        searcher()
            .search(
                request
                    .withPipeline("dense")
                    .withTop(3)
                    .withGroupedTranslations()
                    .withPreferredLanguages("de"))
            .results()
            .getFirst();
    assertThat(first.hit().documentId()).isEqualTo("de-cities");
    assertThat(first.translations())
        .extracting(other -> other.hit().documentId())
        .containsExactly("en-cities");
    Translation translation = translations("de-cities").getFirst();
    assertThat(translation.hit().documentId()).isEqualTo("en-cities");
    assertThat(translation.hit().score()).isBetween(0.5, 1.0);
    assertThat(translation.language()).isEqualTo(Language.of("en"));
    assertThat(translations("fr-train")).isEmpty();
    assertThat(translations("missing")).isEmpty();
  }

  /** Waits for links, which a writer that stays open finds in the background. */
  private static void await(BooleanSupplier condition) {
    Instant limit = Instant.now().plusSeconds(60);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as("waiting for links").isBefore(limit);
      Thread.onSpinWait();
    }
  }
}

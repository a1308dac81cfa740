// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.isogloss.api.contract.SearcherFixture.ids;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.isogloss.api.Explanation;
import org.isogloss.api.FacetCount;
import org.isogloss.api.NothingFound;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.StageRank;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.Test;

/** What the results of a search contain. */
interface ResultsContract extends SearcherFixture {
  private static List<Double> scores(SearchResults results) {
    return results.stream().map(result -> result.hit().score()).toList();
  }

  @Test
  default void findsDocumentsInAllLanguages() {
    SearchResults results = searcher().search("where does the cat sleep", 2);
    assertThat(ids(results)).containsExactlyInAnyOrder("en-cat", "de-cat");
    assertThat(results.request().query().text()).isEqualTo("where does the cat sleep");
    assertThat(results.request().query().language()).as("identified").isEqualTo(Language.of("en"));
    assertThat(results.pipeline()).isEqualTo("{bm25:2, dense}fair");
    assertThat(results.elapsed()).isPositive();
    SearchResult english =
        results.stream()
            .filter(result -> result.hit().documentId().equals("en-cat"))
            .findFirst()
            .orElseThrow();
    assertThat(english.passage())
        .isEqualTo(new Passage("en-cat", 0, Language.of("en"), "Cats", ENGLISH.text(), 0, 32));
    assertThat(english.metadata()).isEqualTo(ENGLISH.metadata());
    assertThat(english.snippet().text()).isEqualTo(ENGLISH.text());
    assertThat(english.snippet().highlights())
        .extracting(word -> word.coveredText(ENGLISH.text()))
        .contains("cat");
    assertThat(english.probability()).as("no estimate").isEmpty();
    assertThat(english.translations()).isEmpty();
    assertThat(english.explanation()).isEmpty();
  }

  @Test
  default void everyOptionHasItsEffect() {
    SearchRequest request = SearchRequest.of("warm roof").withPipeline("dense");
    assertThat(ids(searcher().search(request))).hasSize(3);
    assertThat(ids(searcher().search(request.withLanguages("fr")))).containsExactly("fr-train");
    assertThat(ids(searcher().search(request.withFilter("age > 5 and language = \"de\""))))
        .containsExactly("de-cat");
    SearchResults second = searcher().search(request.withTop(1).withPage(2));
    assertThat(ids(second)).isEqualTo(ids(searcher().search(request)).subList(1, 2));
    assertThat(second.results().getFirst().rank()).isEqualTo(2);
    assertThat(searcher().search(request.withUnit(ResultUnit.PASSAGE)).size()).isEqualTo(3);
    assertThat(
            searcher().search(request.withSnippetLength(5)).results().getFirst().snippet().text())
        .hasSizeLessThan(15);
    assertThat(searcher().search(request.withTimeout(Duration.ofMinutes(5))).results())
        .isEqualTo(searcher().search(request).results());
    assertThat(searcher().search(request.withQueryLanguage("en")).request().query().language())
        .isEqualTo(Language.of("en"));
  }

  @Test
  default void statesWhatThereWouldHaveBeenToFind() {
    SearchRequest request = SearchRequest.of("cat").withPipeline("bm25");
    NothingFound restricted =
        searcher()
            .search(request.withLanguages("ja").withFilter("age > 100 and checked = false"))
            .nothingFound()
            .orElseThrow();
    assertThat(restricted.documents()).isEqualTo(3);
    assertThat(restricted.languages())
        .containsOnlyKeys(ENGLISH.language(), GERMAN.language(), TRAIN.language());
    assertThat(restricted.fields())
        .containsOnly(
            Map.entry("age", List.of(new FacetCount("9", 2), new FacetCount("2", 1))),
            Map.entry("checked", List.of(new FacetCount("true", 1))));
    assertThat(restricted.sentences())
        .contains("Values of age: 9 2, 2 1.", "Values of checked: true 1.");
    assertThat(searcher().search(request.withFilter("language = \"ja\"")).nothingFound())
        .hasValueSatisfying(found -> assertThat(found.languages()).hasSize(3));

    assertThat(searcher().search(SearchRequest.of("giraffe").withPipeline("bm25")).nothingFound())
        .hasValueSatisfying(found -> assertThat(found.sentences()).isEmpty());
    assertThat(searcher().search(request).nothingFound()).isEmpty();
    assertThat(searcher().search(request.withPage(2)).nothingFound()).as("page 2").isEmpty();
  }

  @Test
  default void countsTheValuesOfLikelyDocuments() {
    SearchRequest words = SearchRequest.of("cat Katze train").withPipeline("bm25");
    assertThat(searcher().search(words.withFacets("age", "language", "age by 5")).facets())
        .containsExactly(
            Map.entry("age", List.of(new FacetCount("9", 2), new FacetCount("2", 1))),
            Map.entry(
                "language",
                List.of(new FacetCount("de", 1), new FacetCount("en", 1), new FacetCount("fr", 1))),
            Map.entry("age by 5", List.of(new FacetCount("0..5", 1), new FacetCount("5..10", 2))));
    SearchResults dense =
        searcher()
            .search(
                SearchRequest.of("warm roof").withPipeline("dense").withFacets("age", "language"));
    assertThat(ids(dense)).as("vectors find every document").contains("fr-train");
    assertThat(dense.facets())
        .as("of few hits, all may be likely")
        .containsEntry("age", List.of(new FacetCount("9", 2), new FacetCount("2", 1)));
  }

  @Test
  default void sortsLikelyDocumentsByFields() {
    searcher().put(Document.of("cat", "cat"));
    SearchRequest request = SearchRequest.of("cat Katze train").withPipeline("bm25");
    assertThat(ids(searcher().search(request.withSort("age", "language desc"))))
        .as("without the field last")
        .containsExactly("fr-train", "en-cat", "de-cat", "cat");
    assertThat(ids(searcher().search(request.withSort("age desc", "id"))))
        .containsExactly("de-cat", "en-cat", "fr-train", "cat");
    SearchResults second =
        searcher().search(request.withSort("age desc", "id").withTop(1).withPage(2));
    assertThat(ids(second)).containsExactly("en-cat");
    assertThat(second.results().getFirst().rank()).isEqualTo(2);
    assertThat(
            ids(
                searcher()
                    .search(SearchRequest.of("warm roof").withPipeline("dense").withSort("age"))))
        .as("of few hits, all may be likely")
        .containsExactlyInAnyOrder("fr-train", "en-cat", "de-cat", "cat");
  }

  @Test
  default void returnsTheFieldsThatARequestNames() {
    SearchRequest request = SearchRequest.of("train").withPipeline("bm25");
    assertThat(searcher().search(request.withFields("checked")).results().getFirst().metadata())
        .isEqualTo(Metadata.EMPTY.with("checked", MetadataValue.of(true)));
    assertThat(searcher().search(request.withFields()).results().getFirst().metadata().isEmpty())
        .isTrue();
    assertThat(searcher().search(request).results().getFirst().metadata())
        .isEqualTo(TRAIN.metadata());
  }

  @Test
  default void answersManyRequestsLikeEachOfThem() {
    List<SearchRequest> requests =
        List.of(
            SearchRequest.of("cat"),
            SearchRequest.of("Wann fährt der Zug?").withPipeline("dense").withTop(1),
            SearchRequest.of("roof").withPipeline("bm25"),
            SearchRequest.of("nothing of the kind").withPipeline("bm25"));
    List<SearchResults> all = searcher().searchAll(requests);
    assertThat(all).hasSameSizeAs(requests);
    for (int i = 0; i < all.size(); i++) {
      SearchResults one = searcher().search(requests.get(i));
      assertThat(all.get(i).request()).isEqualTo(one.request());
      assertThat(ids(all.get(i))).isEqualTo(ids(one));
      assertThat(scores(all.get(i))).isEqualTo(scores(one));
    }
    assertThat(all.getLast().isEmpty()).isTrue();
    assertThat(searcher().searchAll(List.of())).isEmpty();
  }

  @Test
  default void explainsPassages() {
    SearchRequest request = SearchRequest.of("warm roof").withPipeline("{bm25, dense}fair");
    Hit hit = new Hit("en-cat", 0, 0);
    Explanation explanation = searcher().explain(request, hit);
    assertThat(explanation.passage().text()).isEqualTo(ENGLISH.text());
    assertThat(explanation.stages())
        .extracting(StageRank::stage)
        .containsExactly("bm25", "dense", "fair");
    assertThat(explanation.stages().getFirst().rank()).hasValue(1);
    assertThat(explanation.termMatches())
        .extracting(match -> match.queryWord() + " " + match.passageWord())
        .contains("roof roof");
    SearchResult found = searcher().search(request.withExplanations(true)).results().getFirst();
    assertThat(found.explanation().orElseThrow().stages().getLast().score().orElseThrow())
        .isCloseTo(found.hit().score(), within(1e-6));
    assertThat(searcher().explain(request, List.of())).isEmpty();
    assertThat(searcher().explain(request, Collections.nCopies(150, hit))).hasSize(150);
    assertThatThrownBy(() -> searcher().explain(request, new Hit("gone", 0, 0)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("gone");
  }

  @Test
  default void reportsWhatARequestCannotHave() {
    for (SearchRequest request :
        List.of(
            SearchRequest.of("cat").withFilter("heigth > 3"),
            SearchRequest.of("cat").withPipeline("psq"),
            SearchRequest.of("cat").withPipeline("bm25").withMinProbability(0.5),
            SearchRequest.of("cat").withFacets("heigth"),
            SearchRequest.of("cat").withFacets("age by month"),
            SearchRequest.of("cat").withSort("heigth desc"),
            SearchRequest.of("cat").withFields("heigth"),
            SearchRequest.of("cat").withAnswers(1))) {
      assertThatThrownBy(() -> searcher().search(request))
          .as(request.toString())
          .isInstanceOf(IsoglossException.class);
    }
    assertThatThrownBy(() -> searcher().delete(Filter.parse("heigth > 3")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("heigth");
  }
}

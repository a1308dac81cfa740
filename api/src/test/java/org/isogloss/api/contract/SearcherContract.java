// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.isogloss.api.Completion;
import org.isogloss.api.CompletionRequest;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.EmbeddedPassage;
import org.isogloss.api.Explanation;
import org.isogloss.api.FacetCount;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.ListRequest;
import org.isogloss.api.NothingFound;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.Searcher;
import org.isogloss.api.StageRank;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.Translation;
import org.isogloss.api.VectorHit;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Searcher} does, on an index with vectors of the model {@code tiny}. */
public abstract class SearcherContract {
  private static final Document ENGLISH =
      Document.of("en-cat", "The cat sleeps on the warm roof.")
          .withLanguage("en")
          .withTitle("Cats")
          .withField("age", 9);

  private static final Document GERMAN =
      Document.of("de-cat", "Die Katze schläft auf dem warmen Dach.")
          .withLanguage("de")
          .withTitle("Katzen")
          .withField("age", 9);

  private static final Document TRAIN =
      Document.of("fr-train", "Le train pour Lyon part à huit heures.")
          .withLanguage("fr")
          .withField("age", 2)
          .withField("checked", true);

  private Searcher searcher;

  /** Returns the index, which may have documents of former tests. */
  protected abstract Searcher searcher();

  /** Returns the translations of a document by the links between documents. */
  protected abstract List<Translation> translations(String documentId);

  @BeforeEach
  void fill() {
    searcher = searcher();
    searcher.delete(Filter.exists(Filter.ID));
    assertThat(searcher.putAll(List.of(ENGLISH, GERMAN, TRAIN)))
        .containsExactly(
            PutOutcome.indexed(0, "en-cat"),
            PutOutcome.indexed(1, "de-cat"),
            PutOutcome.indexed(2, "fr-train"));
  }

  private static List<String> ids(SearchResults results) {
    return results.stream().map(result -> result.hit().documentId()).toList();
  }

  private static List<Double> scores(SearchResults results) {
    return results.stream().map(result -> result.hit().score()).toList();
  }

  @Test
  void findsDocumentsInAllLanguages() {
    SearchResults results = searcher.search("where does the cat sleep", 2);
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
    assertThat(english.probability()).as("no re-ranker").isEmpty();
    assertThat(english.translations()).isEmpty();
    assertThat(english.explanation()).isEmpty();
  }

  @Test
  void everyOptionHasItsEffect() {
    SearchRequest request = SearchRequest.of("warm roof").withPipeline("dense");
    assertThat(ids(searcher.search(request))).hasSize(3);
    assertThat(ids(searcher.search(request.withLanguages("fr")))).containsExactly("fr-train");
    assertThat(ids(searcher.search(request.withFilter("age > 5 and language = \"de\""))))
        .containsExactly("de-cat");
    SearchResults second = searcher.search(request.withTop(1).withPage(2));
    assertThat(ids(second)).isEqualTo(ids(searcher.search(request)).subList(1, 2));
    assertThat(second.results().getFirst().rank()).isEqualTo(2);
    assertThat(searcher.search(request.withUnit(ResultUnit.PASSAGE)).size()).isEqualTo(3);
    assertThat(searcher.search(request.withSnippetLength(5)).results().getFirst().snippet().text())
        .hasSizeLessThan(15);
    assertThat(searcher.search(request.withTimeout(Duration.ofMinutes(5))).results())
        .isEqualTo(searcher.search(request).results());
    assertThat(searcher.search(request.withQueryLanguage("en")).request().query().language())
        .isEqualTo(Language.of("en"));
  }

  private List<String> containing(String condition) {
    return ids(searcher.search(SearchRequest.of("cat").withPipeline("dense").withFilter(condition)))
        .stream()
        .sorted()
        .toList();
  }

  @Test
  void findsDocumentsThatContainWords() {
    assertThat(containing("contains \"sleep\"")).as("by its stem").containsExactly("en-cat");
    assertThat(containing("contains \"Katzen\"")).as("in the title").containsExactly("de-cat");
    assertThat(containing("not contains \"cat\"")).containsExactly("de-cat", "fr-train");
    assertThat(containing("contains \"warm roofs\"")).containsExactly("en-cat");
    assertThat(containing("contains \"roof warm\"")).isEmpty();
    assertThat(containing("contains \"sleeps warm\"")).as("on and the between").isEmpty();
    assertThat(containing("contains \"sleeps on the warm\"")).containsExactly("en-cat");
    assertThat(containing("contains \"Train*\" or contains \"roof\""))
        .containsExactly("en-cat", "fr-train");
    assertThat(containing("contains \"sleeping*\"")).as("the same word").containsExactly("en-cat");
    assertThat(containing("contains \"the\"")).as("a stop word").contains("en-cat");
    assertThat(containing("not contains \"the\"")).as("a stop word").contains("en-cat");
    assertThat(containing("contains \"it's \\\\ \\\"*:* x\"")).as("no syntax").isEmpty();
  }

  private List<String> found(String query) {
    return ids(searcher.search(query)).stream().sorted().toList();
  }

  @Test
  void dividesAQueryIntoWordsAndConditions() {
    assertThat(found("cat -roof")).containsExactly("de-cat", "fr-train");
    assertThat(found("Katze +Dach")).containsExactly("de-cat");
    assertThat(found("\"warm roof\"")).containsExactly("en-cat");
    assertThat(found("sleep trai*")).containsExactly("fr-train");
    assertThat(ids(searcher.search(SearchRequest.of("slee*").withPipeline("bm25"))))
        .as("by words alone")
        .containsExactly("en-cat");
    assertThat(found("cat age:2")).containsExactly("fr-train");
    assertThat(found("cat -language:en checked:true")).containsExactly("fr-train");
    SearchResults results =
        searcher.search(SearchRequest.of("where is the „warm roof“ -dog").withFilter("age > 3"));
    SearchRequest read = results.request();
    assertThat(ids(results)).containsExactly("en-cat");
    assertThat(read.query().text()).isEqualTo("where is the warm roof");
    assertThat(read.query().language()).isEqualTo(Language.of("en"));
    assertThat(read.conditions())
        .contains(Filter.parse("contains \"warm roof\" and not contains \"dog\""));
    assertThat(read.filter()).contains(Filter.parse("age > 3"));
    assertThat(searcher.search(read).results()).isEqualTo(results.results());
    assertThat(searcher.explain(read, results.results().getFirst().hit()).passage())
        .isEqualTo(results.results().getFirst().passage());
  }

  @Test
  void suggestsWordsForMisspeltOnes() {
    SearchResults misspelt = searcher.search("the cat slepes on the warm rooof");
    assertThat(misspelt.suggestion()).contains("the cat sleeps on the warm roof");
    assertThat(searcher.search("the cat sleeps on the warm roof").suggestion()).isEmpty();
    assertThat(searcher.search("schläfft").suggestion()).contains("schläft");
    SearchRequest words = SearchRequest.of("rooof").withPipeline("bm25");
    assertThat(ids(searcher.search(words))).containsExactly("en-cat");
    SearchRequest german = SearchRequest.of("the cat on the rooof").withLanguages("de");
    assertThat(searcher.search(german).suggestion()).as("no German text has it").isEmpty();
    SearchRequest young = SearchRequest.of("the cat on the rooof").withFilter("age < 3");
    assertThat(searcher.search(young).suggestion()).as("no such document has it").isEmpty();
    SearchRequest old = SearchRequest.of("the cat on the rooof").withFilter("age > 3");
    assertThat(searcher.search(old).suggestion()).contains("the cat on the roof");
    for (String other :
        List.of("nothing", "2024", "xyz", "猫が屋根で寝ている", "el gato duerme en el techo")) {
      assertThat(searcher.search(other).suggestion()).as(other).isEmpty();
    }
  }

  @Test
  void readsALiteralQueryAsText() {
    SearchResults results = searcher.search(SearchRequest.of("cat -roof").withLiteral(true));
    assertThat(ids(results)).contains("en-cat");
    assertThat(results.request().query().text()).isEqualTo("cat -roof");
    assertThat(results.request().conditions()).isEmpty();
    for (String text : List.of("C++", "-5 °C", "\"unbalanced", "http://x.y/z", "+++", "a:b")) {
      assertThat(searcher.search(text).results())
          .as(text)
          .isEqualTo(searcher.search(SearchRequest.of(text).withLiteral(true)).results());
    }
  }

  @Test
  void aQueryNeedsAWordToSearchFor() {
    assertThatThrownBy(() -> searcher.search("-roof"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("add a word to search for");
  }

  @Test
  void statesWhatThereWouldHaveBeenToFind() {
    SearchRequest request = SearchRequest.of("cat").withPipeline("bm25");
    NothingFound restricted =
        searcher
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
    assertThat(searcher.search(request.withFilter("language = \"ja\"")).nothingFound())
        .hasValueSatisfying(found -> assertThat(found.languages()).hasSize(3));

    assertThat(searcher.search(SearchRequest.of("giraffe").withPipeline("bm25")).nothingFound())
        .hasValueSatisfying(found -> assertThat(found.sentences()).isEmpty());
    assertThat(searcher.search(request).nothingFound()).isEmpty();
    assertThat(searcher.search(request.withPage(2)).nothingFound()).as("page 2").isEmpty();
  }

  @Test
  void aDocumentContainsTheWordsOfAllItsPassages() {
    Document cooking =
        Document.of(
                "en-long",
                "A recipe of soup. ".repeat(60)
                    + "It needs zander. "
                    + "Salt is added. ".repeat(60))
            .withLanguage("en");
    searcher.put(cooking);
    assertThat(searcher.find("en-long").orElseThrow().passages()).hasSizeGreaterThan(2);
    SearchRequest request = SearchRequest.of("soup").withUnit(ResultUnit.PASSAGE);
    assertThat(ids(searcher.search(request.withFilter("contains \"zander\""))))
        .hasSizeGreaterThan(2)
        .containsOnly("en-long");
    assertThat(ids(searcher.search(request.withFilter("not contains \"zander\""))))
        .isNotEmpty()
        .doesNotContain("en-long");
    assertThat(searcher.delete(Filter.contains("zander"))).isEqualTo(1);
    assertThat(searcher.find("en-long")).isEmpty();
  }

  @Test
  void countsTheValuesOfLikelyDocuments() {
    SearchRequest words = SearchRequest.of("cat Katze train").withPipeline("bm25");
    assertThat(searcher.search(words.withFacets("age", "language", "age by 5")).facets())
        .containsExactly(
            Map.entry("age", List.of(new FacetCount("9", 2), new FacetCount("2", 1))),
            Map.entry(
                "language",
                List.of(new FacetCount("de", 1), new FacetCount("en", 1), new FacetCount("fr", 1))),
            Map.entry("age by 5", List.of(new FacetCount("0..5", 1), new FacetCount("5..10", 2))));
    SearchResults dense =
        searcher.search(
            SearchRequest.of("warm roof").withPipeline("dense").withFacets("age", "language"));
    assertThat(ids(dense)).as("vectors find every document").contains("fr-train");
    assertThat(dense.facets())
        .as("of few hits, all may be likely")
        .containsEntry("age", List.of(new FacetCount("9", 2), new FacetCount("2", 1)));
  }

  @Test
  void sortsLikelyDocumentsByFields() {
    searcher.put(Document.of("cat", "cat"));
    SearchRequest request = SearchRequest.of("cat Katze train").withPipeline("bm25");
    assertThat(ids(searcher.search(request.withSort("age", "language desc"))))
        .as("without the field last")
        .containsExactly("fr-train", "en-cat", "de-cat", "cat");
    assertThat(ids(searcher.search(request.withSort("age desc", "id"))))
        .containsExactly("de-cat", "en-cat", "fr-train", "cat");
    SearchResults second =
        searcher.search(request.withSort("age desc", "id").withTop(1).withPage(2));
    assertThat(ids(second)).containsExactly("en-cat");
    assertThat(second.results().getFirst().rank()).isEqualTo(2);
    assertThat(
            ids(
                searcher.search(
                    SearchRequest.of("warm roof").withPipeline("dense").withSort("age"))))
        .as("of few hits, all may be likely")
        .containsExactlyInAnyOrder("fr-train", "en-cat", "de-cat", "cat");
  }

  @Test
  void returnsTheFieldsThatARequestNames() {
    SearchRequest request = SearchRequest.of("train").withPipeline("bm25");
    assertThat(searcher.search(request.withFields("checked")).results().getFirst().metadata())
        .isEqualTo(Metadata.EMPTY.with("checked", MetadataValue.of(true)));
    assertThat(searcher.search(request.withFields()).results().getFirst().metadata().isEmpty())
        .isTrue();
    assertThat(searcher.search(request).results().getFirst().metadata())
        .isEqualTo(TRAIN.metadata());
  }

  @Test
  void preferredLanguagesComeFirst() {
    SearchRequest request = SearchRequest.of(ENGLISH.text()).withPipeline("dense").withTop(3);
    List<String> plain = ids(searcher.search(request.withPreference(0)));
    assertThat(plain).first().isEqualTo("en-cat");
    assertThat(searcher.search(request.withPreference(0))).noneMatch(SearchResult::preferred);
    SearchRequest german = request.withPreferredLanguages("de");
    assertThat(german.preference()).isEqualTo(SearchRequest.STATED_PREFERENCE);
    SearchResults results = searcher.search(german.withPreference(1));
    assertThat(ids(results)).containsExactly("de-cat", "en-cat", "fr-train");
    assertThat(results).extracting(SearchResult::preferred).containsExactly(true, false, false);
    assertThat(results.ranking().hits())
        .extracting(Hit::documentId)
        .as("scores descend")
        .isEqualTo(ids(results));
  }

  @Test
  void groupsTranslations() {
    SearchResults results =
        searcher.search(
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
  void groupsDocumentsThatWereLinkedWhenIndexed() {
    // Texts of names and numbers, whose vectors hardly differ between languages.
    String text = "Berlin Paris Madrid London Oslo 1999 2001 2012";
    searcher.putAll(
        List.of(
            Document.of("en-cities", text).withLanguage("en"),
            Document.of("de-cities", text).withLanguage("de")));
    SearchRequest request =
        SearchRequest.of("Berlin Oslo")
            .withQueryLanguage("en")
            .withPipeline("lang:en >> bm25")
            .withTop(1);
    assertThat(ids(searcher.search(request))).containsExactly("en-cities");
    await(
        () ->
            ids(searcher.search(
                    request
                        .withPipeline("(lang:en >> bm25) >> translations(complete=1)")
                        .withTop(5)))
                .equals(List.of("en-cities", "de-cities")));
    SearchResult first =
        searcher
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

  @Test
  void answersManyRequestsLikeEachOfThem() {
    List<SearchRequest> requests =
        List.of(
            SearchRequest.of("cat"),
            SearchRequest.of("Wann fährt der Zug?").withPipeline("dense").withTop(1),
            SearchRequest.of("roof").withPipeline("bm25"),
            SearchRequest.of("nothing of the kind").withPipeline("bm25"));
    List<SearchResults> all = searcher.searchAll(requests);
    assertThat(all).hasSameSizeAs(requests);
    for (int i = 0; i < all.size(); i++) {
      SearchResults one = searcher.search(requests.get(i));
      assertThat(all.get(i).request()).isEqualTo(one.request());
      assertThat(ids(all.get(i))).isEqualTo(ids(one));
      assertThat(scores(all.get(i))).isEqualTo(scores(one));
    }
    assertThat(all.getLast().isEmpty()).isTrue();
    assertThat(searcher.searchAll(List.of())).isEmpty();
  }

  @Test
  void explainsPassages() {
    SearchRequest request = SearchRequest.of("warm roof").withPipeline("{bm25, dense}fair");
    Hit hit = new Hit("en-cat", 0, 0);
    Explanation explanation = searcher.explain(request, hit);
    assertThat(explanation.passage().text()).isEqualTo(ENGLISH.text());
    assertThat(explanation.stages())
        .extracting(StageRank::stage)
        .containsExactly("bm25", "dense", "fair");
    assertThat(explanation.stages().getFirst().rank()).hasValue(1);
    assertThat(explanation.termMatches())
        .extracting(match -> match.queryWord() + " " + match.passageWord())
        .contains("roof roof");
    SearchResult found = searcher.search(request.withExplanations(true)).results().getFirst();
    assertThat(found.explanation().orElseThrow().stages().getLast().score().orElseThrow())
        .isCloseTo(found.hit().score(), within(1e-6));
    assertThat(searcher.explain(request, List.of())).isEmpty();
    assertThat(searcher.explain(request, Collections.nCopies(150, hit))).hasSize(150);
    assertThatThrownBy(() -> searcher.explain(request, new Hit("gone", 0, 0)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("gone");
  }

  @Test
  void aDocumentReplacesTheOneWithItsId() {
    searcher.put(ENGLISH.withTitle("Felines"));
    StoredDocument found = searcher.find("en-cat").orElseThrow();
    assertThat(found.title()).isEqualTo("Felines");
    assertThat(searcher.describe().documentCount()).isEqualTo(3);
  }

  @Test
  void rejectsDocumentsAndKeepsWhatItHas() {
    assertThatThrownBy(() -> searcher.put(Document.of("en-cat", "  ")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("neither title nor text");
    assertThatThrownBy(() -> searcher.put(ENGLISH.withField("age", "old")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("\"age\"");
    assertThat(searcher.find("en-cat").orElseThrow().passages().getFirst().text())
        .isEqualTo(ENGLISH.text());
    List<PutOutcome> outcomes =
        searcher.putAll(
            List.of(
                Document.of("a", "One."),
                Document.of("en-cat", " "),
                Document.of("b", "Two.").withField("age", "old"),
                Document.of("c", "Three."),
                Document.of("d", "\u00AD\u200B\uD800"),
                Document.of("white space", "Four.")));
    assertThat(outcomes)
        .extracting(PutOutcome::isIndexed)
        .containsExactly(true, false, false, true, false, true);
    assertThat(outcomes).extracting(PutOutcome::position).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(outcomes.get(2).rejection().orElseThrow().reason())
        .isEqualTo(PutOutcome.Reason.INVALID);
    assertThat(searcher.find("en-cat")).isPresent();
    assertThat(searcher.findAll(List.of("a", "b", "c")))
        .extracting(StoredDocument::id)
        .containsExactly("a", "c");
    assertThat(searcher.putAll(List.of())).isEmpty();
  }

  @Test
  void deletesDocuments() {
    assertThat(searcher.delete("en-cat")).isTrue();
    assertThat(searcher.delete("en-cat")).isFalse();
    assertThat(searcher.find("en-cat")).isEmpty();
    assertThat(searcher.delete(List.of("de-cat", "gone"))).isOne();
    assertThat(searcher.delete(List.of())).isZero();
    assertThat(searcher.delete(Filter.parse("checked"))).isOne();
    assertThat(searcher.describe().documentCount()).isZero();
    assertThat(searcher.search("cat").isEmpty()).isTrue();
  }

  @Test
  void allowsBlanksInIds() {
    Document notes = Document.of("my notes 1", "Some notes.").withField("age", 5);
    searcher.put(notes);
    assertThat(searcher.find("my notes 1").orElseThrow().metadata()).isEqualTo(notes.metadata());
    SearchRequest request = SearchRequest.of("notes").withPipeline("bm25");
    assertThat(searcher.search(request).results().getFirst().metadata())
        .isEqualTo(notes.metadata());
    assertThat(searcher.list(ListRequest.all().withSort("age", "id")).documents().get(1).id())
        .isEqualTo("my notes 1");
    assertThat(searcher.delete("my notes 1")).isTrue();
    assertThat(searcher.find("my notes 1")).isEmpty();
  }

  @Test
  void storesDocuments() {
    Document document =
        Document.of("zh", "猫在屋顶上睡觉。")
            .withLanguage("zh-Hant")
            .withTitle("猫")
            .withField("age", 3)
            .withField("views", 9_007_199_254_740_993L)
            .withField("tags", MetadataValue.of("x", "y"))
            .withField("date", "2024-05-31");
    searcher.put(document);
    assertThat(searcher.find("zh"))
        .contains(
            new StoredDocument(
                "zh",
                Language.of("zh-Hant"),
                "猫",
                document.metadata(),
                List.of(new Passage("zh", 0, Language.of("zh-Hant"), "猫", document.text(), 0, 8))));
    assertThat(searcher.find("gone")).isEmpty();
  }

  private List<String> completed(String typed) {
    return searcher.complete(CompletionRequest.of(typed)).stream().map(Completion::text).toList();
  }

  @Test
  void completesQueriesFromTitlesAndWords() {
    searcher.putAll(
        List.of(
            Document.of("soup", "Houses with old soup bowls.")
                .withLanguage("en")
                .withTitle("Soup with Crème fraîche"),
            Document.of("zh", "猫在屋顶上睡觉。").withLanguage("zh").withTitle("猫的故事")));
    assertThat(completed("so")).containsExactly("Soup with Crème fraîche", "soup");
    assertThat(completed("with CRÈ")).containsExactly("with Crème", "Soup with Crème fraîche");
    assertThat(completed("old hou")).contains("old Houses");
    assertThat(completed("the warm ro")).contains("the warm roof");
    assertThat(completed("Kat")).startsWith("Katzen");
    assertThat(completed("猫")).contains("猫的故事");
    assertThat(completed("soup ")).as("a complete word").containsExactly("Soup with Crème fraîche");
    assertThat(searcher.complete(CompletionRequest.of("ca").withLanguages("en").withTop(1)))
        .containsExactly(new Completion("Cats", Language.of("en"), Completion.Kind.TITLE));
    assertThat(searcher.complete(CompletionRequest.of("cat").withLanguages("de"))).isEmpty();
    for (String nothing : List.of("", "  ", "?!", "xyzzy", "\uD83D", "a".repeat(5_000))) {
      assertThat(completed(nothing)).as(nothing).isEmpty();
    }
    searcher.put(Document.of("new", "Zeppelins fly.").withLanguage("en"));
    assertThat(completed("zepp")).as("after a change").containsExactly("Zeppelins");
    searcher.delete("new");
    assertThat(completed("zepp")).isEmpty();
  }

  private static float[] axis(int axis) {
    float[] vector = new float[256];
    vector[axis] = 3;
    return vector;
  }

  @Test
  void findsDocumentsByVectorsOfTheCaller() {
    EmbeddedDocument whole =
        new EmbeddedDocument(
            Document.of("whole", "Ein Text.").withLanguage("de").withField("age", 1), axis(0));
    EmbeddedDocument parts =
        EmbeddedDocument.ofPassages(
            Document.of("parts", "").withLanguage("en").withTitle("Parts"),
            List.of(
                new EmbeddedPassage("The zeppelin flies.", axis(1)),
                new EmbeddedPassage("It lands.", axis(2))));
    EmbeddedDocument wrong =
        new EmbeddedDocument(Document.of("wrong", "Of another model."), new float[] {1, 2});
    List<PutOutcome> outcomes = searcher.putAllEmbedded(List.of(whole, wrong, parts));
    assertThat(outcomes).extracting(PutOutcome::isIndexed).containsExactly(true, false, true);
    assertThat(outcomes.get(1).rejection().orElseThrow().detail())
        .contains("2 dimensions")
        .contains("256");

    List<VectorHit> found = searcher.nearest(axis(2), Optional.empty(), 1);
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().hit().score()).isCloseTo(1, within(1e-3));
    assertThat(found.getFirst().passage())
        .isEqualTo(new Passage("parts", 1, Language.of("en"), "Parts", "It lands.", 21, 30));
    VectorHit filtered =
        searcher.nearest(axis(1), Optional.of(Filter.parse("age < 2")), 1).getFirst();
    assertThat(filtered.hit().documentId()).isEqualTo("whole");
    assertThat(filtered.metadata()).isEqualTo(whole.document().metadata());
    assertThat(ids(searcher.search(SearchRequest.of("zeppelin").withPipeline("bm25"))))
        .containsExactly("parts");
    assertThat(searcher.find("parts").orElseThrow().passages())
        .extracting(Passage::text)
        .containsExactly("The zeppelin flies.", "It lands.");

    searcher.put(Document.of("parts", "The index encodes this text.").withLanguage("en"));
    assertThat(searcher.nearest(axis(2), Optional.empty(), 1).getFirst().hit().score())
        .as("replaced")
        .isLessThan(0.9);
    assertThatThrownBy(() -> searcher.nearest(new float[] {1, 2}, Optional.empty(), 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("2 dimensions");
  }

  private static List<String> ids(DocumentPage page) {
    return page.documents().stream().map(StoredDocument::id).toList();
  }

  @Test
  void listsDocumentsWithoutAQuery() {
    DocumentPage all = searcher.list(ListRequest.all());
    assertThat(ids(all)).containsExactly("de-cat", "en-cat", "fr-train");
    assertThat(all.cursor()).isEmpty();
    assertThat(searcher.list(ListRequest.all().withTop(2)).cursor()).isPresent();
    assertThat(searcher.list(ListRequest.all().withTop(3)).cursor()).as("full page").isEmpty();
    assertThat(all.documents().getFirst()).isEqualTo(searcher.find("de-cat").orElseThrow());
    assertThat(all.documents().getFirst().toDocument()).isEqualTo(GERMAN);
    StoredDocument train =
        searcher
            .list(ListRequest.all().withFilter("checked").withFields("checked").withTexts(false))
            .documents()
            .getFirst();
    assertThat(train)
        .isEqualTo(
            new StoredDocument(
                "fr-train",
                Language.of("fr"),
                "",
                Metadata.EMPTY.with("checked", MetadataValue.of(true)),
                List.of()));
    assertThat(ids(searcher.list(ListRequest.all().withFilter("age > 100")))).isEmpty();
    searcher.delete(Filter.exists(Filter.ID));
    assertThat(searcher.list(ListRequest.all()).documents()).isEmpty();
  }

  @Test
  void listsPagesThatChangesDoNotShift() {
    MetadataValue ages =
        new MetadataValue.ListValue(List.of(MetadataValue.of(20), MetadataValue.of(1)));
    searcher.putAll(
        List.of(
            Document.of("a", "One.").withField("age", 3).withField("date", "2024-05-01"),
            Document.of("b", "Two.").withField("age", ages),
            Document.of("c", "Three.").withField("date", "2023-05-01"),
            Document.of("d", "Four.").withField("name", "\uFF5E"),
            Document.of("e", "Five.").withField("name", "\uD83D\uDE00")));
    assertThat(listed("age"))
        .containsExactly("b", "fr-train", "a", "de-cat", "en-cat", "c", "d", "e");
    assertThat(listed("age desc", "id desc"))
        .containsExactly("b", "en-cat", "de-cat", "a", "fr-train", "e", "d", "c");
    assertThat(listed("date", "id desc"))
        .containsExactly("c", "a", "fr-train", "en-cat", "e", "de-cat", "d", "b");
    assertThat(listed("name", "age desc")).startsWith("d", "e", "b").hasSize(8);
    assertThat(listed("name desc", "checked")).startsWith("e", "d", "fr-train").hasSize(8);
    assertThat(listed("checked desc", "date desc")).startsWith("fr-train", "a", "c").hasSize(8);

    ListRequest request = ListRequest.all().withSort("age desc").withTop(3);
    DocumentPage first = searcher.list(request);
    assertThat(ids(first)).containsExactly("b", "de-cat", "en-cat");
    searcher.put(Document.of("new", "Six.").withField("age", 50));
    searcher.put(Document.of("late", "Seven.").withField("age", 1));
    searcher.delete("en-cat");
    DocumentPage second = searcher.list(request.withCursor(first.cursor().orElseThrow()));
    assertThat(ids(second))
        .as("neither skipped nor repeated")
        .containsExactly("a", "fr-train", "late");
    assertThat(searcher.listAll(request.withCursor(second.cursor().orElseThrow())))
        .extracting(StoredDocument::id)
        .containsExactly("c", "d", "e");
  }

  @Test
  void namesOfFieldsMayHaveCommasAndQuotationMarks() {
    for (String name : List.of("a,b", "say \"hi\"", "c by d", "e\\f")) {
      String quoted = "\"" + name.replaceAll("[\\\\\"]", "\\\\$0") + "\"";
      searcher.put(Document.of("1", "The cat sleeps.").withLanguage("en").withField(name, 1));
      searcher.put(Document.of("2", "The cat sleeps.").withLanguage("en").withField(name, 2));
      SearchRequest request =
          SearchRequest.of("cat")
              .withFilter(quoted + " > 0")
              .withSort(quoted + " desc")
              .withFields(name)
              .withFacets(quoted);
      SearchResults results = searcher.search(request);
      assertThat(ids(results)).as(name).containsExactly("2", "1");
      assertThat(results.results().getFirst().metadata().fields().keySet()).containsExactly(name);
      assertThat(results.facets()).isNotEmpty();
      DocumentPage page =
          searcher.list(
              ListRequest.all()
                  .withFilter(quoted + " > 0")
                  .withSort(quoted + " desc")
                  .withFields(name));
      assertThat(ids(page)).as(name).containsExactly("2", "1");
      assertThat(page.documents().getFirst().metadata().fields().keySet()).containsExactly(name);
    }
  }

  /** Lists all documents, in pages of two. */
  private List<String> listed(String... sort) {
    return searcher
        .listAll(ListRequest.all().withSort(sort).withTop(2))
        .map(StoredDocument::id)
        .toList();
  }

  @Test
  void refusesListsThatCannotBe() {
    String cursor = searcher.list(ListRequest.all().withTop(1)).cursor().orElseThrow();
    for (ListRequest request :
        List.of(
            ListRequest.all().withFilter("heigth > 3"),
            ListRequest.all().withSort("heigth"),
            ListRequest.all().withFields("heigth"),
            ListRequest.all().withCursor("?"),
            ListRequest.all().withCursor("bm90aGluZw"),
            ListRequest.all().withSort("age").withCursor(cursor))) {
      assertThatThrownBy(() -> searcher.list(request))
          .as(request.toString())
          .isInstanceOf(IsoglossException.class);
    }
  }

  @Test
  void describesTheIndex() {
    IndexDescription description = searcher.describe();
    assertThat(description.documentCount()).isEqualTo(3);
    assertThat(description.passageCount()).isEqualTo(3);
    assertThat(description.passagesByLanguage())
        .isEqualTo(Map.of(Language.of("en"), 1L, Language.of("de"), 1L, Language.of("fr"), 1L));
    assertThat(description.fields())
        .containsEntry("age", FieldType.NUMBER)
        .containsEntry("checked", FieldType.BOOLEAN);
    assertThat(description.model()).contains("tiny");
    assertThat(description.pipeline()).isEqualTo("{bm25:2, dense}fair");
    assertThat(description.translations()).isTrue();
    assertThat(description.answers()).isEmpty();
    assertThat(searcher.refresh()).as("it sees its own changes").isFalse();
  }

  @Test
  void reportsWhatARequestCannotHave() {
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
      assertThatThrownBy(() -> searcher.search(request))
          .as(request.toString())
          .isInstanceOf(IsoglossException.class);
    }
    assertThatThrownBy(() -> searcher.delete(Filter.parse("heigth > 3")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("heigth");
  }
}

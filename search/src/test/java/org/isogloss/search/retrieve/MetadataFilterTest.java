// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.isogloss.api.FacetCount;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.lucene.LuceneSnapshot;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.search.reader.PassageScope;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataFilterTest {
  private static final List<String> PIPELINES =
      List.of("bm25", "ql", "dense", "{bm25, dense}fair", "{bm25, dense}rrf", "retriever(all)");

  @TempDir Path temporary;
  private Path folder;
  private final TrigramEncoder encoder = new TrigramEncoder(16);
  private final List<Document> documents = new ArrayList<>();

  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    add(
        "soup",
        "de",
        Metadata.EMPTY
            .with("category", MetadataValue.of("recipe"))
            .with("date", MetadataValue.of("2024-05-01"))
            .with("price", MetadataValue.of(2.5))
            .with("archived", MetadataValue.of(false))
            .with("tags", MetadataValue.of("hot", "vegan")));
    add(
        "cake",
        "en",
        Metadata.EMPTY
            .with("category", MetadataValue.of("recipe"))
            .with("date", MetadataValue.of("2023-12-31T23:59:59Z"))
            .with("price", MetadataValue.of(10))
            .with("archived", MetadataValue.of(true))
            .with("tags", MetadataValue.of("sweet")));
    add(
        "news",
        "fr",
        Metadata.EMPTY
            .with("category", MetadataValue.of("news"))
            .with("date", MetadataValue.of("2024-05-02"))
            .with("tags", MetadataValue.of("hot", "sweet")));
    add("plain", "zh-Hant", Metadata.EMPTY);
    try (Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      indexer.index(DocumentSource.of(documents));
    }
  }

  /** Two passages each, so that filters must apply to every passage. */
  private void add(String id, String language, Metadata metadata) {
    String text = "isogloss 42 " + id + ". " + "word ".repeat(200) + "isogloss 42.";
    documents.add(new Document(id, Language.of(language), "", text).withMetadata(metadata));
  }

  private PipelineComponents components() {
    return new PipelineComponents(
        name -> Optional.empty(),
        name ->
            Optional.of(
                (query, depth) ->
                    Ranking.of(documents.stream().map(one -> new Hit(one.id(), 0, 1)).toList())));
  }

  private Set<String> found(String pipeline, Filter filter) {
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      return index
          .retriever(Pipeline.parse(pipeline), Set.of(), Optional.of(filter), components())
          .retrieve(Query.of("isogloss 42"), 100)
          .hits()
          .stream()
          .map(Hit::documentId)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "category = \"recipe\" | cake soup",
        "category = \"recipe\" and date >= 2024-01-01 and not archived | soup",
        "category != \"recipe\" | news plain",
        "category in (\"news\", \"other\") | news",
        "category exists | cake news soup",
        "not category exists | plain",
        "price in (2.5, 3, 10) | cake soup",
        "date in (2024-05-02, 2023) | cake news",
        "archived in (true, false) | cake soup",
        "language in (\"fr\", \"zh\") | news plain",
        "language in (\"fr\", \"zh-Hant\", \"zh-Hans\", \"de\") | news plain soup",
        "id in (\"news\", \"soup\", \"x\") | news soup",
        "archived | cake",
        "archived = false | soup",
        "not archived | news plain soup",
        "price < 10 | soup",
        "price <= 10 | cake soup",
        "price > 2.5 | cake",
        "price >= 2.5 and price != 10 | soup",
        "price = 10 or price = 2.5 | cake soup",
        "date = 2024-05-01 | soup",
        "date = 2024-05 | news soup",
        "date < 2024 | cake",
        "date > 2024-05-01 | news",
        "date <= 2024-05-01 | cake soup",
        "tags = \"hot\" | news soup",
        "tags != \"hot\" | cake plain",
        "tags = \"hot\" and tags = \"sweet\" | news",
        "language = \"zh\" | plain",
        "language = \"zh-Hans\" | ''",
        "language = \"zh-Hant\" or language = \"de\" | plain soup",
        "id = \"news\" | news",
        "category = \"none\" | ''",
        "category < \"recipe\" | news",
        "category <= \"recipe\" | cake news soup",
        "category > \"news\" | cake soup",
        "category >= \"news\" and not category > \"newt\" | news",
      })
  void findsOnlyWhatMeetsTheFilter(String filter, String ids) {
    for (String pipeline : PIPELINES) {
      assertThat(String.join(" ", found(pipeline, Filter.parse(filter))))
          .as(pipeline)
          .isEqualTo(ids.replace("'", ""));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "categry = \"x\" | no document has the field \"categry\", expected one of archived, category,"
            + " date, id, language, price, tags; did you mean category?",
        "price = \"x\" | the field \"price\" is a number, but it is compared with the string",
        "date > \"soon\" | is a date, but it is compared with the string \"soon\"",
        "archived = 1 | is a boolean, but it is compared with the number 1",
        "price in (1, \"x\") | the field \"price\" is a number, but it is compared with the string",
        "archived in (true, 1) | is a boolean, but it is compared with the number 1",
        "category < 10 | the field \"category\" is a string, but it is compared with the number 10",
        "archived < true | is a boolean, which cannot be compared by <, expected = or !=",
        "language = \"xx\" | unknown language \"xx\"",
      })
  void explainsWhatDoesNotFit(String filter, String problem) {
    assertThatThrownBy(() -> found("bm25", Filter.parse(filter)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void acceptsThousandsOfValuesButLimitsConditions() {
    List<MetadataValue> values = new ArrayList<>(List.of(MetadataValue.of("soup")));
    List<MetadataValue> numbers = new ArrayList<>(List.of(MetadataValue.of(2.5)));
    List<Filter> equal = new ArrayList<>(List.of(Filter.equal("id", "soup").negated()));
    for (int i = 0; i < 5_000; i++) {
      values.add(MetadataValue.of("x" + i));
      numbers.add(MetadataValue.of(1_000 + i));
    }
    equal.add(Filter.equal("language", "zh-Hant").negated());
    for (int i = 0; i < 148; i++) { // A negation counts as two conditions.
      equal.add(Filter.equal("tags", "x" + i).negated());
    }
    for (String pipeline : PIPELINES) {
      assertThat(found(pipeline, new Filter.OneOf("id", values))).containsExactly("soup");
      assertThat(found(pipeline, new Filter.OneOf("tags", values))).isEmpty();
      assertThat(found(pipeline, new Filter.OneOf("price", numbers).negated()))
          .containsExactly("cake", "news", "plain");
      assertThat(found(pipeline, new Filter.And(equal))).containsExactly("cake", "news");
    }
    equal.add(Filter.exists("price"));
    assertThatThrownBy(() -> found("bm25", new Filter.And(equal)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the filter has 301 conditions, expected at most 300")
        .hasMessageContaining("field in (");
  }

  @Test
  void returnsAndCountsFields() {
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      for (Document document : documents) {
        assertThat(index.metadata(document.id())).isEqualTo(document.metadata());
      }
      assertThat(index.metadata("unknown").isEmpty()).isTrue();
      assertThat(index.fieldTypes())
          .containsExactlyEntriesOf(
              new TreeMap<>(
                  Map.of(
                      "archived", FieldType.BOOLEAN,
                      "category", FieldType.STRING,
                      "date", FieldType.DATE,
                      "price", FieldType.NUMBER,
                      "tags", FieldType.STRING)));
      List<Hit> ranking = index.retriever("bm25").retrieve(Query.of("isogloss 42"), 100).hits();
      Map<String, List<FacetCount>> facets =
          index.facets(ranking, List.of("category", "tags", "language", "price"));
      assertThat(facets.keySet()).containsExactly("category", "tags", "language", "price");
      assertThat(facets.get("category"))
          .containsExactly(new FacetCount("recipe", 2), new FacetCount("news", 1));
      assertThat(facets.get("tags"))
          .containsExactly(
              new FacetCount("hot", 2), new FacetCount("sweet", 2), new FacetCount("vegan", 1));
      assertThat(facets.get("language")).hasSize(4);
      assertThat(facets.get("price"))
          .containsExactly(new FacetCount("10", 1), new FacetCount("2.5", 1));
      assertThatThrownBy(() -> index.facets(ranking, List.of("colour")))
          .hasMessageContaining("no document has the field \"colour\"");
    }
  }

  @Test
  void typesOutliveTheirDocumentsAndRejectOthers() {
    try (Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      indexer.delete(documents.stream().map(Document::id).toList());
    }
    Document other =
        new Document("d9", Language.of("en"), "", "x")
            .withMetadata(Metadata.EMPTY.with("price", MetadataValue.of("free")));
    try (Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      assertThatThrownBy(() -> indexer.index(DocumentSource.of(List.of(other))))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("document \"d9\": the field \"price\" is the string \"free\"");
    }
    assertThatThrownBy(
            () ->
                Indexer.at(folder)
                    .encoder("trigrams", encoder)
                    .fieldTypes(Map.of("price", FieldType.STRING))
                    .open())
        .hasMessageContaining("the field \"price\" is a number in the index");
    try (Indexer indexer = Indexer.at(folder).encoder("trigrams", encoder).open()) {
      indexer.index(DocumentSource.of(documents));
    }
  }

  /** The nearest passages in graphs and by an exact scan, at several selectivities. */
  @Test
  void filteredGraphsFindWhatAnExactScanFinds() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Document> many = new ArrayList<>();
    for (int i = 0; i < 6_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int word = 0; word < 8; word++) {
        for (int letter = 0; letter < 4; letter++) {
          text.append((char) ('a' + random.nextInt(12)));
        }
        text.append(' ');
      }
      many.add(
          new Document("d" + i, Language.of(i % 3 == 0 ? "de" : "en"), "", text.toString().strip())
              .withMetadata(Metadata.EMPTY.with("share", MetadataValue.of(random.nextDouble()))));
    }
    Path large = temporary.resolve("large");
    TrigramEncoder wide = new TrigramEncoder(32);
    try (Indexer indexer = Indexer.at(large).encoder("trigrams", wide).open()) {
      indexer.index(DocumentSource.of(many));
    }
    try (var snapshot = LuceneSnapshot.open(large)) {
      for (double share : new double[] {0.5, 0.1, 0.01}) {
        Predicate<Document> admitted =
            document ->
                Double.parseDouble(document.metadata().find("share").orElseThrow().toString())
                    <= share;
        Set<String> ids =
            many.stream().filter(admitted).map(Document::id).collect(Collectors.toSet());
        var scope =
            PassageScope.ofLanguages(snapshot.codes()).matching(Filter.atMost("share", share));
        var vectors = new QueryVectorCache(wide);
        var graphs =
            new DenseRetriever(
                snapshot, vectors::get, new DenseOptions(false, 0), snapshot.candidates(scope, 0));
        var exact =
            new DenseRetriever(
                snapshot,
                vectors::get,
                new DenseOptions(false, 0),
                snapshot.candidates(scope, Long.MAX_VALUE));
        int hits = 0;
        int nearest = 0;
        for (int i = 0; i < 30; i++) {
          Query query = Query.of(many.get(random.nextInt(many.size())).text());
          // One hit, so that the depth does not make the search exact.
          Set<String> expected =
              exact.retrieve(query, 1).hits().stream()
                  .map(Hit::documentId)
                  .collect(Collectors.toSet());
          List<Hit> found = graphs.retrieve(query, 1).hits();
          assertThat(found).as("seed " + seed).hasSize(1);
          assertThat(ids).contains(found.getFirst().documentId());
          Set<String> common = new HashSet<>(expected);
          common.retainAll(found.stream().map(Hit::documentId).collect(Collectors.toSet()));
          hits += common.size();
          nearest += expected.size();
        }
        assertThat(hits / (double) nearest)
            .as("recall at " + share + ", seed " + seed)
            .isGreaterThanOrEqualTo(0.95);
      }
    }
  }
}

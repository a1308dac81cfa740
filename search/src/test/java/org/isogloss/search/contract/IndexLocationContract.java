// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.Span;
import org.isogloss.core.SpanEncoder;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.IndexCopier;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.IndexingSummary;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.links.LinkedText;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.FieldStatistics;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.reader.TermStatistics;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.IndexLockedException;
import org.isogloss.search.storage.OpenIndex;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every place for an index must do. The reference is an index in a folder. */
public abstract class IndexLocationContract {
  private static final TrigramEncoder ENCODER = new TrigramEncoder(64);

  private static final PairScorer NO_SCORES =
      new PairScorer() {
        @Override
        public float[] score(Query query, List<Passage> passages) {
          return new float[passages.size()];
        }

        @Override
        public void close() {}
      };

  private static final List<Document> DOCUMENTS =
      List.of(
          document("soup", "en", "Soup", "A hot soup of beans. The cat sleeps in the garden.")
              .withMetadata(
                  Metadata.EMPTY
                      .with("category", MetadataValue.of("recipe"))
                      .with("date", MetadataValue.of("2024-05-01"))
                      .with("price", MetadataValue.of(2.5))
                      .with("archived", MetadataValue.of(false))
                      .with("tags", MetadataValue.of("hot", "vegan \"quoted\" \\ more"))),
          document("cake", "en", "", "A sweet cake. Berlin is the capital of Germany.")
              .withMetadata(
                  Metadata.EMPTY
                      .with("category", MetadataValue.of("recipe"))
                      .with("date", MetadataValue.of("2023-12-31T23:59:59Z"))
                      .with("price", MetadataValue.of(10))
                      .with("archived", MetadataValue.of(true))
                      .with("tags", MetadataValue.of("sweet"))),
          document("news", "fr", "Nouvelles", "Le chat dort sur le tapis. Un chien aboie.")
              .withMetadata(
                  Metadata.EMPTY
                      .with("category", MetadataValue.of("news"))
                      .with("date", MetadataValue.of("2024-05-02"))
                      .with("tags", MetadataValue.of("hot", "sweet"))),
          document("katze", "de", "", "Die Katze schläft auf der Matte. Ein Hund bellt im Garten."),
          document("zug", "de", "Zug", "Der Zug nach München fährt mittags. Berlin ist groß."),
          document("a!b/c:d", "ru", "", "Кошка спит на коврике. Собака лает в саду."),
          document("plain", "zh-Hant", "", "貓在花園裡睡覺。"),
          document("simple", "zh-Hans", "", "猫在花园里睡觉。"));

  @TempDir protected Path temporary;

  private static Document document(String id, String language, String title, String text) {
    return new Document(id, Language.of(language), title, text);
  }

  /** Returns a location at which there is no index. */
  protected abstract IndexLocation location(String name);

  private static IndexerBuilder builder(IndexLocation location) {
    return Indexer.at(location)
        .encoder("trigrams", ENCODER)
        .vectors(new VectorOptions(/* calibrated= */ false, /* sentences= */ true))
        .passages(new PassageSplitter(8))
        .threads(2);
  }

  private static void write(IndexLocation location, List<Document> documents) {
    try (Indexer indexer = builder(location).open()) {
      indexer.index(DocumentSource.of(documents));
    }
  }

  @Test
  void findsPassagesByWeightsOfTerms() {
    WordWeights weights = new WordWeights("cat", "katze", "chat", "garden", "garten");
    IndexLocation location = location("sparse");
    try (Indexer indexer =
        builder(location).passages(new PassageSplitter(30)).sparse("words", weights).open()) {
      indexer.index(DocumentSource.of(DOCUMENTS));
    }
    try (SearchIndex index = SearchIndex.at(location).encoder(ENCODER).sparse(weights).open()) {
      assertThat(index.manifest().sparse())
          .contains(new IndexManifest.SparseModel("words", "words"));
      Query query = Query.of("cat katze garden garten chat");
      assertThat(index.retriever("sparse").retrieve(query, 10).hits())
          .extracting(Hit::documentId, Hit::score)
          .containsExactly(
              tuple("katze", 0.5 * 5 + 0.5 * 6),
              tuple("soup", 0.5 * 3 + 0.5 * 6),
              tuple("news", 0.5 * 4));
      assertThat(
              index.retriever("sparse", Set.of(LanguageRange.of("fr"))).retrieve(query, 10).hits())
          .extracting(Hit::documentId)
          .containsExactly("news");
      assertThat(
              index
                  .retriever(
                      Pipeline.sparse(),
                      Set.of(),
                      Optional.of(Filter.parse("category = \"recipe\"")),
                      PipelineComponents.NONE)
                  .retrieve(query, 10)
                  .hits())
          .extracting(Hit::documentId)
          .containsExactly("soup");
      assertThat(index.retriever("{sparse, dense}fair").retrieve(query, 1).hits()).hasSize(1);
    }
    try (SearchIndex index = open(location)) {
      assertThatThrownBy(() -> index.retriever("sparse"))
          .hasMessageContaining("was opened without the model that computed them, words");
    }
  }

  private static SearchIndex open(IndexLocation location) {
    return SearchIndex.at(location).encoder(ENCODER).open();
  }

  private IndexLocation written(String name) {
    IndexLocation location = location(name);
    write(location, DOCUMENTS);
    return location;
  }

  private IndexLocation reference() {
    IndexLocation folder = IndexLocations.of(temporary.resolve("reference"));
    if (folder.findManifest().isEmpty()) {
      write(folder, DOCUMENTS);
    }
    return folder;
  }

  @Test
  void encodesPassagesInTheContextOfTheirDocuments() {
    IndexLocation location = location("late");
    VectorOptions late = VectorOptions.PLAIN.withLateChunking(true);
    Document changed = document("soup", "en", "", "  A cold soup. The cat sleeps in the sun. \n");
    try (Indexer indexer = builder(location).vectors(late).open()) {
      indexer.index(DocumentSource.of(DOCUMENTS));
    }
    try (Indexer indexer = Indexer.at(location).encoder("trigrams", ENCODER).open()) {
      indexer.index(DocumentSource.of(List.of(changed)));
    }
    try (SearchIndex index = open(location)) {
      assertThat(index.manifest().vectors()).isEqualTo(late);
      for (Document document : List.of(changed, DOCUMENTS.get(1), DOCUMENTS.get(4))) {
        List<Passage> passages = index.documentPassages(document.id());
        assertThat(passages).hasSizeGreaterThan(1);
        int from = passages.getFirst().start();
        SpanEncoder.Passages text =
            new SpanEncoder.Passages(
                document.title(),
                document.text().substring(from, passages.getLast().end()),
                passages.stream()
                    .map(passage -> new Span(passage.start() - from, passage.end() - from))
                    .toList());
        float[][] vectors = ENCODER.spans().encode(List.of(text), Role.PASSAGE).getFirst();
        for (Passage passage : passages) {
          assertThat(
                  index.vector(new Hit(passage.documentId(), passage.ordinal(), 0)).orElseThrow())
              .containsExactly(vectors[passage.ordinal()]);
        }
      }
      assertThat(index.retriever("dense").retrieve(Query.of("cold soup"), 1).hits())
          .extracting(Hit::documentId)
          .containsExactly("soup");
    }
    assertThatThrownBy(() -> builder(location).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("with late chunking, found not calibrated");
  }

  @Test
  void anIndexExistsFromItsFirstCommitOn() {
    IndexLocation location = location("creation");
    assertThat(location.findManifest()).isEmpty();
    assertThatThrownBy(() -> location.manifest())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("create the index first");
    builder(location).open().close();
    assertThat(location.findManifest()).as("closed without a commit").isEmpty();
    try (Indexer indexer = builder(location).open()) {
      indexer.commit();
    }
    IndexManifest manifest = location.manifest();
    assertThat(manifest.model().orElseThrow().name()).isEqualTo("trigrams");
    assertThat(manifest.passages()).isEqualTo(new PassageSplitter(8));
    try (SearchIndex index = open(location)) {
      assertThat(index.documentCount()).isZero();
      assertThat(index.retriever("{bm25, dense}rrf").retrieve(Query.of("cat"), 5).hits()).isEmpty();
    }
    assertThatThrownBy(() -> builder(location).passages(new PassageSplitter(9)).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("passages of at most 8 words");
  }

  @Test
  void returnsWhatWasWritten() {
    IndexLocation location = written("contents");
    try (SearchIndex index = open(location);
        SearchIndex expected = open(reference())) {
      assertThat(index.documentCount()).isEqualTo(DOCUMENTS.size());
      assertThat(index.passageCount()).isEqualTo(expected.passageCount());
      assertThat(index.passagesPerLanguage()).isEqualTo(expected.passagesPerLanguage());
      assertThat(index.fieldTypes()).isEqualTo(expected.fieldTypes());
      for (Document document : DOCUMENTS) {
        List<Passage> passages = index.documentPassages(document.id());
        assertThat(passages).isEqualTo(expected.documentPassages(document.id()));
        assertThat(index.metadata(document.id())).isEqualTo(document.metadata());
        for (Passage passage : passages) {
          Hit hit = new Hit(passage.documentId(), passage.ordinal(), 0);
          assertThat(index.passage(hit)).contains(passage);
          assertThat(index.vector(hit).orElseThrow())
              .containsExactly(expected.vector(hit).orElseThrow());
        }
      }
      assertThat(index.documentPassages("missing")).isEmpty();
      assertThat(index.passage(new Hit("soup", 9, 0))).isEmpty();
      assertThat(index.vector(new Hit("missing", 0, 0))).isEmpty();
      List<String> visited = new ArrayList<>();
      index.forEachPassage(
          (passage, metadata) -> {
            assertThat(metadata).isEqualTo(index.metadata(passage.documentId()));
            visited.add(passage.documentId() + " " + passage.ordinal());
          });
      assertThat(visited).hasSize((int) index.passageCount()).doesNotHaveDuplicates();
      assertThat(index.sampleVectors(3)).hasSizeBetween(1, 3);
      assertThat(index.sampleVectors(1_000)).hasSize((int) index.passageCount());
    }
  }

  @Test
  void ranksLikeTheReference() {
    IndexLocation location = written("rankings");
    List<Query> queries =
        List.of(
            Query.of("where does the cat sleep"),
            new Query("q", Language.of("de"), "Katze im Garten"),
            Query.of("Berlin"),
            Query.of("кошка"),
            Query.of("貓 花園"),
            Query.of("it's \"quoted\" \\ and {!strange} ^syntax:*"),
            Query.of(" "));
    try (SearchIndex index = open(location);
        SearchIndex expected = open(reference())) {
      for (String pipeline :
          List.of(
              "bm25",
              "bm25(title=3)",
              "ql",
              "dense(sentences=0)",
              "dense(calibrated=yes, sentences=0)",
              "dense(sentences=0.5)",
              "dense(calibrated=yes, sentences=0.5)",
              "{bm25, dense}fair",
              "{bm25, ql, dense}rrf%4",
              "lang:de,zh-Hant >> {bm25, dense}rrf",
              "dense >> lead(weight=0.5)",
              "{bm25, dense(calibrated=yes, sentences=0)}fair >> hubness(weight=2)",
              "dense >> translations(gate=0.1, complete=2)")) {
        for (Query query : queries) {
          assertSameRanking(
              index.retriever(pipeline).retrieve(query, 20),
              expected.retriever(pipeline).retrieve(query, 20),
              pipeline + " " + query);
        }
      }
    }
  }

  /** Texts of two passages, which differ a little between languages. */
  private static List<Document> translations(String... topics) {
    List<Document> documents = new ArrayList<>();
    for (String topic : topics) {
      for (String language : List.of("de", "en", "fr")) {
        String text = "About TOPIC and all TOPIC one says much. More TOPIC, more of TOPIC ";
        documents.add(
            document(
                language + "/" + topic, language, "", text.replace("TOPIC", topic) + language));
      }
    }
    return documents;
  }

  private static List<List<String>> linked(IndexLocation location) {
    try (SearchIndex index = open(location)) {
      return index.linkedTexts().stream().map(LinkedText::ids).toList();
    }
  }

  @Test
  void linksDocumentsWithTheirTranslations() {
    IndexLocation location = location("links");
    List<Document> documents = translations("gardening", "locomotives", "fishery");
    write(location, documents);
    List<String> fishery = List.of("de/fishery", "en/fishery", "fr/fishery");
    List<String> gardening = List.of("de/gardening", "en/gardening", "fr/gardening");
    assertThat(linked(location))
        .containsExactly(
            fishery, gardening, List.of("de/locomotives", "en/locomotives", "fr/locomotives"));
    try (Indexer indexer = builder(location).open()) {
      indexer.delete(List.of("fr/locomotives"));
      indexer.index(
          DocumentSource.of(List.of(document("de/locomotives", "de", "", "Quark und Zimt."))));
    }
    assertThat(linked(location)).containsExactly(fishery, gardening);
    write(location, documents.subList(3, 6));
    assertThat(linked(location)).hasSize(3).contains(fishery, gardening);
  }

  @Test
  void linksWhatAFieldStates() {
    IndexLocation location = location("stated");
    write(
        location,
        List.of(
            document("a", "en", "", "The original is about gardening."),
            document("b", "de", "", "Quark und Zimt.").withField("translation_of", "a")));
    assertThat(linked(location)).containsExactly(List.of("b", "a"));
  }

  @Test
  void translationsFollowAHit() {
    IndexLocation location = location("following");
    IndexLocation reference = IndexLocations.of(temporary.resolve("following"));
    List<Document> documents = translations("gardening", "locomotives", "fishery", "weather");
    write(location, documents);
    write(reference, documents);
    try (SearchIndex index = open(location);
        SearchIndex expected = open(reference)) {
      Query query = new Query("q", Language.of("en"), "about gardening and locomotives");
      for (String pipeline :
          List.of(
              "bm25 >> translations",
              "lang:en >> bm25 >> translations(complete=2)",
              "(lang:en >> bm25) >> translations(complete=2)",
              "dense >> translations(complete=3)")) {
        assertSameRanking(
            index.retriever(pipeline).retrieve(query, 20),
            expected.retriever(pipeline).retrieve(query, 20),
            pipeline);
      }
      List<Hit> hits =
          index
              .retriever("(lang:en >> bm25)%1 >> translations(complete=1)")
              .retrieve(query, 20)
              .hits();
      assertThat(hits).extracting(Hit::documentId).startsWith("en/gardening").hasSize(3);
      assertThat(hits)
          .extracting(Hit::passage)
          .as("the passages that correspond")
          .containsOnly(hits.getFirst().passage());
    }
  }

  @Test
  void findsLinksThatWereLeftOut() {
    IndexLocation location = location("unlinked");
    try (Indexer indexer = builder(location).withoutLinks().open()) {
      indexer.index(DocumentSource.of(translations("gardening", "fishery")));
    }
    try (SearchIndex index = open(location)) {
      assertThat(index.links()).isEmpty();
      Query query = Query.of("about gardening");
      assertThat(index.retriever("dense >> translations(complete=3)").retrieve(query, 9).hits())
          .isEqualTo(index.retriever("dense").retrieve(query, 9).hits());
      try (Indexer indexer = builder(location).open()) {
        indexer.findLinks();
      }
      try (SearchIndex reopened = index.reopened().orElseThrow()) {
        assertThat(reopened.linkedTexts()).hasSize(2);
      }
    }
    try (Indexer indexer = builder(location).withoutLinks().open()) {
      indexer.index(
          DocumentSource.of(List.of(document("de/fishery", "de", "", "Quark und Zimt."))));
    }
    assertThat(linked(location))
        .as("a document that is replaced loses its links, others keep theirs")
        .containsExactly(
            List.of("en/fishery", "fr/fishery"),
            List.of("de/gardening", "en/gardening", "fr/gardening"));
  }

  private static void assertSameRanking(Ranking found, Ranking expected, String description) {
    assertThat(found.hits()).as(description).hasSameSizeAs(expected.hits());
    Map<Hit, Double> scores = new HashMap<>();
    expected.hits().forEach(hit -> scores.put(hit.withScore(0), hit.score()));
    double last = Double.POSITIVE_INFINITY;
    for (Hit hit : found.hits()) {
      assertThat(scores).as(description).containsKey(hit.withScore(0));
      assertThat(hit.score())
          .as(description)
          .isCloseTo(scores.get(hit.withScore(0)), within(1e-4))
          .isLessThanOrEqualTo(last);
      last = hit.score();
    }
  }

  @Test
  void translatesByTables() {
    Path table = temporary.resolve("en-de.table");
    TranslationCounts counts = new TranslationCounts();
    counts.add(List.of("the", "cat"), List.of("die", "katze"), Alignment.parse("0-0 1-1"));
    counts.add(List.of("tomcat"), List.of("katze"), Alignment.parse("0-0"));
    counts.add(List.of("garden"), List.of("garten"), Alignment.parse("0-0"));
    counts.write(table, LanguagePair.find("en-de").orElseThrow(), TablePruning.DEFAULT);
    for (List<Language> projected : List.of(List.<Language>of(), List.of(Language.of("en")))) {
      List<IndexLocation> locations =
          List.of(
              location("tables" + projected.size()),
              IndexLocations.of(temporary.resolve("tables" + projected.size())));
      for (IndexLocation location : locations) {
        try (Indexer indexer = builder(location).projectedLanguages(projected).open()) {
          indexer.addTranslationTable(table);
          indexer.index(DocumentSource.of(DOCUMENTS));
        }
      }
      try (SearchIndex index = open(locations.getFirst());
          SearchIndex expected = open(locations.getLast())) {
        assertThat(index.translationPairs()).containsExactly("de-en");
        Query query = new Query("q", Language.of("en"), "tomcat garden");
        for (String pipeline : List.of("psq", "psq(form=bm25)", "translate", "translate(best=2)")) {
          Ranking found = index.retriever(pipeline).retrieve(query, 10);
          assertThat(found.hits()).extracting(Hit::documentId).contains("katze");
          assertSameRanking(found, expected.retriever(pipeline).retrieve(query, 10), pipeline);
        }
      }
    }
  }

  /** Returns 2,000 values, separated by commas. */
  private static String many(String format) {
    return IntStream.range(0, 2_000)
        .mapToObj(i -> String.format(Locale.ROOT, format, i))
        .collect(Collectors.joining(", "));
  }

  @Test
  void filtersLikeTheReference() {
    IndexLocation location = written("filters");
    try (SearchIndex index = open(location);
        SearchIndex expected = open(reference())) {
      for (String filter :
          List.of(
              "category = \"recipe\"",
              "category != \"recipe\"",
              "category in (\"news\", \"other\")",
              "category exists",
              "not category exists",
              "category > \"news\"",
              "category <= \"news\"",
              "price in (2.5, 3)",
              "price < 10",
              "price >= 10",
              "price != 10",
              "date = 2024-05",
              "date < 2024",
              "date > 2024-05-01",
              "date in (2024-05-02, 2023)",
              "archived",
              "archived = false",
              "not archived",
              "tags = \"vegan \\\"quoted\\\" \\\\ more\"",
              "tags = \"hot\" and tags = \"sweet\"",
              "category = \"news\" or price < 5",
              "language = \"zh\"",
              "language = \"zh-Hant\"",
              "language = \"ja\"",
              "id in (\"news\", \"a!b/c:d\")",
              "id = \"a!b/c:d\"",
              "id in (\"news\", \"a!b/c:d\", " + many("\"it's \\\"%d\\\" \\\\\"") + ")",
              "category in (\"news\", " + many("\"x%d\"") + ")",
              "price in (2.5, " + many("-%d.5") + ")")) {
        for (String pipeline : List.of("bm25", "dense")) {
          assertThat(ids(index, pipeline, filter))
              .as(pipeline + " " + filter)
              .isEqualTo(ids(expected, pipeline, filter));
        }
      }
      assertThatThrownBy(() -> ids(index, "dense", "colour = \"red\""))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("no document has the field \"colour\"");
    }
  }

  private static Set<String> ids(SearchIndex index, String pipeline, String filter) {
    return index
        .retriever(
            Pipeline.parse(pipeline),
            Set.of(),
            Optional.of(Filter.parse(filter)),
            PipelineComponents.NONE)
        .retrieve(Query.of("cat Katze chat кошка 貓 猫 cake soup Zug Berlin"), 100)
        .hits()
        .stream()
        .map(hit -> hit.documentId() + " " + hit.passage())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void replacesAndDeletesWholeDocuments() {
    IndexLocation location = written("changes");
    try (SearchIndex before = open(location)) {
      assertThat(before.reopened()).isEmpty();
      try (Indexer indexer = builder(location).open()) {
        indexer.index(
            DocumentSource.of(
                List.of(document("katze", "en", "", "A single passage about owls."))));
        assertThat(indexer.delete(List.of("zug", "missing"))).isEqualTo(1);
        assertThat(indexer.delete(Filter.parse("price = 10"))).isEqualTo(1);
      }
      try (SearchIndex after = before.reopened().orElseThrow()) {
        assertThat(after.documentCount()).isEqualTo(DOCUMENTS.size() - 2);
        assertThat(after.documentPassages("katze")).hasSize(1);
        assertThat(after.documentPassages("zug")).isEmpty();
        assertThat(after.metadata("cake")).isEqualTo(Metadata.EMPTY);
        assertThat(after.passagesPerLanguage()).doesNotContainKey(Language.of("de"));
        assertThat(after.retriever("bm25").retrieve(Query.of("owls"), 5).hits())
            .extracting(Hit::documentId)
            .containsExactly("katze");
        assertThat(after.retriever("bm25").retrieve(Query.of("München"), 5).hits()).isEmpty();
      }
    }
  }

  @Test
  void copiesToAndFromAnotherPlace() {
    IndexLocation there = location("copy");
    IndexLocation back = IndexLocations.of(temporary.resolve("back"));
    assertThat(new IndexCopier(there, 2).copy(reference(), copied -> {}).documents())
        .isEqualTo(DOCUMENTS.size());
    new IndexCopier(back, 2).copy(there, copied -> {});
    new IndexCopier(back, 2).copy(there, copied -> {});
    try (SearchIndex expected = open(reference())) {
      for (IndexLocation copy : List.of(there, back)) {
        try (SearchIndex index = open(copy)) {
          assertThat(index.documentCount()).isEqualTo(expected.documentCount());
          assertThat(index.passagesPerLanguage()).isEqualTo(expected.passagesPerLanguage());
          assertThat(index.metadata("soup")).isEqualTo(expected.metadata("soup"));
          assertThat(ids(index, "bm25", "price < 10"))
              .isEqualTo(ids(expected, "bm25", "price < 10"));
          for (String pipeline :
              List.of("bm25", "dense(sentences=0.5)", "dense >> hubness(weight=2)")) {
            Query query = Query.of("where does the cat sleep");
            assertSameRanking(
                index.retriever(pipeline).retrieve(query, 20),
                expected.retriever(pipeline).retrieve(query, 20),
                pipeline);
          }
        }
      }
    }
    IndexLocation other = location("other");
    try (Indexer indexer = Indexer.at(other).open()) {
      indexer.commit();
    }
    assertThatThrownBy(() -> new IndexCopier(other, 1).copy(reference(), copied -> {}))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("other models or vectors");
  }

  @Test
  void oneSessionWritesAtATime() {
    IndexLocation location = written("lock");
    try (Indexer first = builder(location).open()) {
      assertThatThrownBy(() -> builder(location).open())
          .isInstanceOf(IndexLockedException.class)
          .hasMessageContaining("another process is writing this index");
      first.commit();
    }
    builder(location).open().close();
  }

  @Test
  void aFailedRunIsContinuedWithoutLossOrDuplicates() {
    IndexLocation location = location("resumption");
    List<Document> many =
        IntStream.range(0, 60)
            .mapToObj(
                i ->
                    document(
                        "d" + i,
                        "en",
                        "",
                        "This is number " + i + " of many. A second sentence follows it."))
            .toList();
    Encoder failing =
        new Encoder() {
          @Override
          public int dimension() {
            return ENCODER.dimension();
          }

          @Override
          public String fingerprint() {
            return ENCODER.fingerprint();
          }

          @Override
          public float[][] encode(List<String> texts, Role role) {
            if (texts.stream().anyMatch(text -> text.contains("number 50"))) {
              throw new IsoglossException("the encoder failed");
            }
            return ENCODER.encode(texts, role);
          }

          @Override
          public void close() {}
        };
    try (Indexer indexer =
        builder(location).encoder("trigrams", failing).commitEvery(Duration.ZERO).open()) {
      assertThatThrownBy(() -> indexer.index(DocumentSource.of(many)))
          .hasMessageContaining("the encoder failed");
    }
    try (Indexer indexer = builder(location).open()) {
      IndexingSummary summary = indexer.index(DocumentSource.of(many));
      assertThat(summary.documents()).isEqualTo(60);
      assertThat(summary.resumedAt()).isPositive();
      assertThat(summary.passages()).isEqualTo(120);
    }
    try (SearchIndex index = open(location)) {
      List<String> ids = new ArrayList<>();
      index.forEachPassage(
          (passage, metadata) -> ids.add(passage.documentId() + passage.ordinal()));
      assertThat(ids).hasSize(120).doesNotHaveDuplicates();
    }
  }

  @Test
  void storesProbabilities() {
    IndexLocation location = written("probabilities");
    IndexProbability estimate =
        new IndexProbability(
            Optional.of("reranker"), new ScoreProbability(2, -1, 0.5, OptionalDouble.of(0.4), 1.5));
    IndexProbability ofVectors =
        new IndexProbability(Optional.empty(), new ScoreProbability(3, -2, 0.5));
    try (SearchIndex before = open(location)) {
      location.setProbability(estimate);
      try (SearchIndex after = before.reopened().orElseThrow()) {
        assertThat(after.scoring().probability("reranker", NO_SCORES))
            .contains(estimate.probability());
        assertThat(after.scoring().probability()).isEmpty();
        location.setProbability(ofVectors);
        try (SearchIndex last = after.reopened().orElseThrow()) {
          assertThat(last.scoring().probability()).contains(ofVectors.probability());
          assertThat(last.scoring().probability("reranker", NO_SCORES)).isEmpty();
        }
      }
    }
    assertThat(location.sizeOnDisk()).isPositive();
  }

  @Test
  void wordsOfPassagesAreFamiliar() {
    try (SearchIndex index = open(written("familiar"))) {
      assertThat(index.unfamiliarity(Query.of("xqzv blorp"))).isGreaterThan(1);
      assertThat(index.unfamiliarity(Query.of("Berlin"))).isZero();
      assertThat(index.unfamiliarity(Query.of("xqzv Berlin")))
          .isBetween(0.1, index.unfamiliarity(Query.of("xqzv blorp")));
      assertThat(index.unfamiliarity(Query.of("Wo geht die Sonne unter?")))
          .as("in a known language")
          .isZero();
      assertThat(index.unfamiliarity(Query.of("1848 + 1"))).as("without letters").isZero();
    }
  }

  @Test
  void storesRulesOfQueries() {
    IndexLocation location = written("rules");
    SearchRules rules = SearchRules.NONE.withSynonyms("lynx, cat\n").withPins("lynx\tmissing\n");
    assertThat(location.rules()).isEqualTo(SearchRules.NONE);
    try (SearchIndex before = open(location)) {
      Query lynx = Query.of("lynx");
      assertThat(before.retriever("bm25").retrieve(lynx, 10).hits()).isEmpty();
      location.setRules(rules);
      assertThat(location.rules()).isEqualTo(rules);
      try (SearchIndex after = before.reopened().orElseThrow()) {
        assertThat(after.rules()).isEqualTo(rules);
        assertThat(after.retriever("bm25").retrieve(lynx, 10).hits())
            .isNotEmpty()
            .isEqualTo(before.retriever("bm25").retrieve(Query.of("cat"), 10).hits());
        assertThat(after.pinned(lynx, Set.of(), Optional.empty()))
            .as("the index does not contain it")
            .isEmpty();
        assertThat(after.reopened()).isEmpty();
      }
    }
  }

  @Test
  void statisticsAreThoseOfTheReference() {
    try (OpenIndex index = written("statistics").open(LanguageAnalyzers.shipped());
        OpenIndex expected = reference().open(LanguageAnalyzers.shipped())) {
      IndexSnapshot found = index.snapshot();
      IndexSnapshot reference = expected.snapshot();
      assertThat(found.analysedPassages()).isEqualTo(reference.analysedPassages());
      Set<IndexTerm> terms = new LinkedHashSet<>();
      for (String code : reference.codes()) {
        for (String field :
            List.of(PassageFields.textField(code), PassageFields.titleField(code))) {
          assertThat(found.fieldStatistics(field)).isEqualTo(reference.fieldStatistics(field));
          for (String term : List.of("cat", "berlin", "zug", "katz", "soup", "1,000", "missing")) {
            terms.add(new IndexTerm(field, term));
          }
        }
      }
      IndexTerm berlin = new IndexTerm(PassageFields.textField("de"), "berlin");
      assertThat(found.termStatistics(List.of(berlin, berlin)))
          .containsExactly(entry(berlin, new TermStatistics(1, 1)));
      assertThat(found.termStatistics(terms)).isEqualTo(reference.termStatistics(terms));
      assertThat(found.termStatistics(Set.of())).isEmpty();
      assertThat(found.fieldStatistics("text_xx")).isEqualTo(FieldStatistics.NONE);
      assertThat(found.means().languages()).isEqualTo(reference.means().languages());
      CandidatePassages german = found.candidates(PassageScope.ofLanguages(Set.of("de")));
      assertThat(
              german.retain(
                  List.of(new Hit("katze", 0, 1), new Hit("soup", 0, 1), new Hit("x", 1))))
          .containsExactly(new Hit("katze", 0, 1));
    }
  }
}

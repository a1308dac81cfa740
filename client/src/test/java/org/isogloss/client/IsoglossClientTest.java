// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.api.Answer;
import org.isogloss.api.AnswerSource;
import org.isogloss.api.FacetCount;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.SearchResults;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client with a running server. */
class IsoglossClientTest {
  private static final String READER = "reads-the-animals";

  @TempDir private static Path folder;
  private static SearchServer server;
  private static IsoglossClient client;
  private static RemoteIndex index;

  @BeforeAll
  static void start() {
    server =
        SearchServer.builder()
            .index("animals", folder.resolve("animals"))
            .index("plants", folder.resolve("plants"))
            .createMissingIndexes(true)
            .model("tiny")
            .answers(reader())
            .port(0)
            .start();
    client = IsoglossClient.builder(url(server)).build();
    index = client.index("animals");
  }

  /** Writes a model whose answers are the tokens of a text, with the score of no answer. */
  private static String reader() {
    return SampleHead.constant(TransformerHead.ANSWER_SPAN, List.of(), 1, 0)
        .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, "reader")
        .toString();
  }

  @BeforeEach
  void clear() {
    index.delete(Filter.exists("id"));
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static String url(SearchServer server) {
    return "http://127.0.0.1:" + server.port();
  }

  private static Document animal(String id, String title, String text, int age) {
    return new Document(
        id,
        Language.of(id.substring(0, 2)),
        title,
        text,
        Metadata.EMPTY.with("age", MetadataValue.of(age)));
  }

  private void putAnimals() {
    assertThat(
            index.putAll(
                List.of(
                    animal("en/cat", "Cats", "The cat sleeps on the warm roof.", 9),
                    animal("de/cat", "Katzen", "Die Katze schläft auf dem warmen Dach.", 9),
                    animal("en/dog", "Dogs", "The dog swims across the river.", 11),
                    animal("de/dog", "Hunde", "Der Hund schwimmt durch den Fluss.", 11))))
        .allMatch(PutOutcome::isIndexed);
  }

  @Test
  void refreshesAnIndexThatAnotherProcessMayWrite() {
    putAnimals();
    assertThat(index.refresh()).as("the server sees its own changes").isFalse();
    assertThatThrownBy(() -> client.index("fungi").refresh())
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("fungi");
    assertThatThrownBy(() -> client.index().refresh()).hasMessageContaining("2 indexes");
  }

  @Test
  void searchesWithEveryOption() {
    putAnimals();
    SearchResults reply =
        index.search(
            SearchRequest.of("cat")
                .withQueryLanguage("en")
                .withPipeline("{bm25, dense}fair")
                .withLanguages("en", "de")
                .withFilter("age < 10")
                .withFacets("language", "age")
                .withPreference(0.7)
                .withUnit(ResultUnit.PASSAGE)
                .withTop(1)
                .withPage(2)
                .withSnippetLength(20));
    assertThat(reply.request().query().text()).isEqualTo("cat");
    assertThat(reply.request().query().language()).isEqualTo(Language.of("en"));
    assertThat(reply.pipeline()).isEqualTo("{bm25, dense}fair");
    assertThat(reply.request().offset()).isOne();
    assertThat(reply.facets())
        .isEqualTo(
            Map.of(
                "language",
                List.of(new FacetCount("de", 1), new FacetCount("en", 1)),
                "age",
                List.of(new FacetCount("9", 2))));
    assertThat(reply.elapsed()).isPositive();
    SearchResult hit = reply.results().getFirst();
    assertThat(hit.rank()).isEqualTo(2);
    assertThat(hit.passage())
        .isEqualTo(
            new Passage(
                "de/cat",
                0,
                Language.of("de"),
                "Katzen",
                "Die Katze schläft auf dem warmen Dach.",
                0,
                38));
    assertThat(hit.metadata()).isEqualTo(Metadata.EMPTY.with("age", MetadataValue.of(9)));
    assertThat(hit.snippet().text()).hasSizeLessThan(30);
  }

  @Test
  void marksWordsOfTheQuery() {
    putAnimals();
    SearchResult hit =
        index.search(SearchRequest.of("roof").withPipeline("bm25")).results().getFirst();
    Span word = hit.snippet().highlights().getFirst();
    assertThat(word.coveredText(hit.snippet().text())).isEqualTo("roof");
    assertThat(hit.probability()).as("of words only").isEmpty();
  }

  @Test
  void groupsTranslations() {
    putAnimals();
    SearchResults reply =
        index.search(
            SearchRequest.of("the cat sleeps on the warm roof")
                .withPipeline("dense >> versions(gate=0.3)")
                .withGroupedTranslations()
                .withPreferredLanguages("de"));
    SearchResult hit = reply.results().getFirst();
    assertThat(hit.passage().documentId()).isEqualTo("de/cat");
    assertThat(hit.translations())
        .extracting(
            other -> other.hit().documentId() + " " + other.language() + " " + other.title())
        .containsExactly("en/cat en Cats");
  }

  @Test
  void leavesOutImprobableHits() {
    putAnimals();
    SearchRequest request =
        SearchRequest.of("Where does the cat sleep?").withPipeline("dense >> rerank(reranker)");
    SearchResults all = index.search(request);
    assertThat(all.results()).hasSize(4).allMatch(hit -> hit.probability().isPresent());
    double best = all.results().getFirst().probability().getAsDouble();
    assertThat(index.search(request.withMinProbability(best)).results()).hasSize(1);
    assertThat(index.search(request.withMinProbability(1)).results()).isEmpty();
  }

  @Test
  void answersFromTheFirstHits() {
    putAnimals();
    SearchRequest request =
        SearchRequest.of("Where does the cat sleep?").withLanguages("de").withTop(1);
    SearchResults reply = index.search(request.withAnswers(3, 1));
    assertThat(reply.results()).hasSize(1);
    SearchResult hit = reply.results().getFirst();
    assertThat(reply.answers())
        .hasSizeBetween(1, 3)
        .flatExtracting(Answer::sources)
        .extracting(AnswerSource::documentId)
        .containsOnly(hit.passage().documentId());
    Answer answer = reply.answers().getFirst();
    AnswerSource source = answer.source();
    assertThat(hit.passage().text()).startsWith(answer.text()).isEqualTo(source.sentenceText());
    assertThat(source)
        .isEqualTo(
            AnswerSource.of(
                hit.passage(),
                new Span(0, answer.text().length()),
                new Span(0, hit.passage().text().length())));
    assertThat(source.text()).isEqualTo(answer.text());
    assertThat(answer.probability()).isBetween(0.0, 1.0);
    assertThat(answer.isConfident()).isFalse();
    assertThat(reply.noConfidentAnswer()).isTrue();

    assertThat(index.search(request.withAnswers(20)).answers())
        .as("more passages are read than are shown")
        .extracting(other -> other.source().documentId())
        .contains("de/cat", "de/dog");
    SearchResults without = index.search(request);
    assertThat(without.answers()).isEmpty();
    assertThat(without.noConfidentAnswer()).isFalse();
  }

  @Test
  void reportsWhatTheServerDoesNotAllow() {
    putAnimals();
    RequestFailedException failure =
        catchThrowableOfType(
            RequestFailedException.class,
            () -> index.search(SearchRequest.of("cat").withPipeline("bm25 >> rerank(other)")));
    assertThat(failure.status()).hasValue(400);
    assertThat(failure.parameter()).hasValue("pipeline");
    assertThat(failure.detail()).contains("re-ranker other");
    assertThat(failure.requestId()).isPresent();
    SearchRequest words = SearchRequest.of("cat").withPipeline("bm25").withMinProbability(0.5);
    assertThatThrownBy(() -> index.search(words))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("probabilities of the hits");
    assertThatThrownBy(() -> client.index().search("cat"))
        .as("one of two indexes")
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("index is missing");
    assertThatThrownBy(() -> client.index("minerals").find("a"))
        .as("not a missing document")
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("minerals");
  }

  @Test
  void putsFindsAndDeletesADocumentWithEveryKindOfField() {
    Metadata fields =
        Metadata.EMPTY
            .with("year", MetadataValue.of(2024))
            .with("ratio", new MetadataValue.NumberValue(new BigDecimal("0.12")))
            .with("views", MetadataValue.of(9_007_199_254_740_993L))
            .with("open", MetadataValue.of(true))
            .with("tags", MetadataValue.of("x", "y"))
            .with("one", new MetadataValue.ListValue(List.of(MetadataValue.of("z"))))
            .with("date", MetadataValue.of("2024-05-31"))
            .with("author.name", MetadataValue.of("Ada \"A\" \\ L\n"))
            .with("id", MetadataValue.of("inner"))
            .with("title", MetadataValue.of("inner"))
            .with("text", MetadataValue.of("inner"))
            .with("language", MetadataValue.of("inner"))
            .with("metadata", MetadataValue.of("inner"));
    index.put(new Document("a", Language.of("zh-Hant"), "Titel", "Ein Text.", fields));
    StoredDocument found = index.find("a").orElseThrow();
    assertThat(found)
        .isEqualTo(
            new StoredDocument(
                "a",
                Language.of("zh-Hant"),
                "Titel",
                fields,
                List.of(new Passage("a", 0, Language.of("zh-Hant"), "Titel", "Ein Text.", 0, 9))));
    assertThat(index.delete("a")).isTrue();
    assertThat(index.delete("a")).isFalse();
    assertThat(index.find("a")).isEmpty();
  }

  @Test
  void addressesEveryIdThatIsAllowed() {
    for (String id :
        List.of(
            "a/b?c#d%2F", "a;b+c&d=e", "my notes 2.txt", "..", ".", "../x", "猫🐈", "\"q\"", "*~")) {
      index.put(new Document(id, Language.of("en"), "", "A text."));
      assertThat(index.find(id).map(StoredDocument::id)).hasValue(id);
      assertThat(index.delete(id)).as(id).isTrue();
    }
    for (String id : List.of("", "a ", "a\tb")) {
      assertThatThrownBy(() -> index.find(id)).as(id).isInstanceOf(IsoglossException.class);
    }
  }

  @Test
  void aDocumentThatIsRejectedDoesNotAffectOthers() {
    List<PutOutcome> outcomes =
        index.putAll(
            List.of(
                animal("en/cat", "", "A cat.", 9),
                new Document("empty", Language.UNDETERMINED, "", ""),
                new Document(
                    "typed",
                    Language.of("en"),
                    "",
                    "A dog.",
                    Metadata.EMPTY.with("age", MetadataValue.of("old"))),
                new Document("title", Language.of("en"), "Only a title", "")));
    assertThat(outcomes)
        .extracting(PutOutcome::isIndexed)
        .containsExactly(true, false, false, true);
    assertThat(outcomes).extracting(PutOutcome::position).containsExactly(0L, 1L, 2L, 3L);
    assertThat(outcomes.get(2).id()).isEqualTo("typed");
    assertThat(outcomes.get(2).rejection().orElseThrow().reason())
        .isEqualTo(PutOutcome.Reason.INVALID);
    assertThat(outcomes.get(2).rejection().orElseThrow().detail()).contains("\"age\"");
    assertThat(index.find("title").orElseThrow().title()).isEqualTo("Only a title");
    assertThatThrownBy(() -> index.put(new Document("empty", Language.UNDETERMINED, "", "")))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("400");
  }

  @Test
  void streamsManyDocuments() {
    int count = 5_000;
    Iterable<Document> documents =
        () ->
            IntStream.range(0, count)
                .mapToObj(i -> animal("en/" + i, "", "Cat number " + i + ".", i))
                .iterator();
    List<PutOutcome> outcomes = new ArrayList<>();
    index.putAll(documents, outcomes::add);
    assertThat(outcomes).hasSize(count).allMatch(PutOutcome::isIndexed);
    assertThat(outcomes.getLast().id()).isEqualTo("en/" + (count - 1));
    assertThat(index.describe().documentCount()).isEqualTo(count);
  }

  @Test
  void putsNoDocuments() {
    assertThat(index.putAll(List.of())).isEmpty();
  }

  @Test
  void deletesByAFilter() {
    putAnimals();
    assertThat(index.delete(Filter.parse("age > 10 and language = \"de\""))).isOne();
    assertThat(index.find("de/dog")).isEmpty();
    assertThat(index.delete(Filter.exists("id"))).isEqualTo(3);
    assertThat(index.describe().documentCount()).isZero();
  }

  @Test
  void describesIndexes() {
    putAnimals();
    assertThat(client.indexes())
        .extracting(IndexDescription::name)
        .containsExactlyInAnyOrder("animals", "plants");
    IndexDescription description = index.describe();
    assertThat(description.documentCount()).isEqualTo(4);
    assertThat(description.passageCount()).isEqualTo(4);
    assertThat(description.passagesByLanguage())
        .isEqualTo(Map.of(Language.of("de"), 2L, Language.of("en"), 2L));
    assertThat(description.fields()).containsEntry("age", FieldType.NUMBER);
    assertThat(description.model()).hasValue("tiny");
    assertThat(description.answers()).hasValue("reader");
    assertThatThrownBy(() -> client.index("animal").describe())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("index is \"animal\"")
        .hasMessageContaining("animals");
    assertThatThrownBy(() -> client.index().describe())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("2 indexes");
  }

  @Test
  void encodesAsTheModelDoes() {
    List<String> texts = List.of("The cat sleeps.", "Die Katze schläft.", "");
    EncodeReply reply = client.encode(EncodeRequest.of(texts, Role.QUERY).withModel("tiny"));
    try (LoadedModel tiny = Models.open("tiny")) {
      assertThat(reply.vectors()).isDeepEqualTo(tiny.encoder().encode(texts, Role.QUERY));
      assertThat(reply.dimension()).isEqualTo(tiny.encoder().dimension());
    }
    assertThat(reply.model()).isEqualTo("tiny");
    assertThat(reply.tokens()).isPositive();
  }

  @Test
  void reranks() {
    RerankReply reply =
        client.rerank(
            RerankRequest.of(
                    new Query("q", Language.of("en"), "Where does the cat sleep?"),
                    List.of(
                        passage("Hunde", "Der Hund schwimmt durch den Fluss."),
                        passage("Katzen", "Die Katze schläft auf dem Dach.")))
                .withReranker("reranker"));
    assertThat(reply.reranker()).isEqualTo("reranker");
    assertThat(reply.results()).extracting(RerankReply.Result::index).containsExactly(1, 0);
    assertThat(reply.results().getFirst().probability()).isBetween(0.0, 1.0);
    assertThat(
            client.rerank(RerankRequest.of("cat", List.of("a dog", "a cat")).withTop(1)).results())
        .extracting(RerankReply.Result::index)
        .containsExactly(1);
  }

  private static Passage passage(String title, String text) {
    return new Passage("", 0, Language.of("de"), title, text, 0, text.length());
  }

  @Test
  void identifiesLanguages() {
    List<IdentifiedLanguage> found =
        client.identify(List.of("Die Katze schläft auf dem warmen Dach des Hauses.", ""));
    assertThat(found)
        .extracting(IdentifiedLanguage::language)
        .containsExactly(Language.of("de"), Language.UNDETERMINED);
    assertThat(found.getFirst().confidence()).isBetween(0.5, 1.0);
  }

  @Test
  void showsHowWordsAreTranslated() throws Exception {
    List<String> lines = new ArrayList<>();
    for (String subject : List.of("cat\tKatze", "dog\tHund", "bird\tVogel")) {
      for (String verb : List.of("sleeps\tschläft", "drinks\ttrinkt", "runs\trennt")) {
        String[] nouns = subject.split("\t", -1);
        String[] verbs = verb.split("\t", -1);
        lines.add("The " + nouns[0] + " " + verbs[0] + "\t" + nouns[1] + " " + verbs[1]);
      }
    }
    Path bitext = Files.write(folder.resolve("en-de.tsv"), lines);
    try (SearchServer serving =
            SearchServer.builder().port(0).corpus("animals", bitext, Optional.empty()).start();
        IsoglossClient reader = IsoglossClient.connect(url(serving))) {
      Concordance found =
          reader.concordance(
              ConcordanceRequest.of("cat").withOrder(ConcordanceRequest.Order.AFTER).withTop(1));
      assertThat(found.language()).isEqualTo(Language.of("en"));
      assertThat(found.occurrences()).isEqualTo(3);
      assertThat(found.translations()).containsExactly(new Concordance.Translation("Katze", 3, 1));
      assertThat(found.lines())
          .containsExactly(
              new Concordance.Line(
                  2, "The cat drinks", new Span(4, 7), "Katze trinkt", List.of(new Span(0, 5))));
      ConcordanceRequest german =
          ConcordanceRequest.of("Hund").withCorpus("animals").withLanguage(Language.of("de"));
      assertThat(reader.concordance(german).translations().getFirst().words()).isEqualTo("dog");
      assertThatThrownBy(() -> reader.concordance(german.withCorpus("plants")))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("expected animals");
    }
  }

  @Test
  void needsATokenIfTheServerHasSome() throws Exception {
    Path tokens = folder.resolve("tokens");
    Files.write(tokens, List.of("read " + READER));
    try (SearchServer guarded =
        SearchServer.builder()
            .index("animals", folder.resolve("guarded"))
            .createMissingIndexes(true)
            .model("tiny")
            .tokenFile(tokens)
            .port(0)
            .start()) {
      try (IsoglossClient anonymous = IsoglossClient.builder(url(guarded)).build()) {
        assertThat(catchThrowableOfType(RequestFailedException.class, anonymous::indexes).status())
            .hasValue(401);
      }
      try (IsoglossClient reader = IsoglossClient.builder(url(guarded)).token(READER).build()) {
        assertThat(reader.indexes()).hasSize(1);
        assertThat(
                catchThrowableOfType(
                        RequestFailedException.class, () -> reader.index().delete("en/cat"))
                    .status())
            .hasValue(403);
      }
    }
  }

  @Test
  void servesManyThreads() throws Exception {
    putAnimals();
    SearchResults expected = index.search("cat");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<SearchResults>> replies =
          Stream.generate(() -> threads.submit(() -> index.search("cat"))).limit(200).toList();
      for (Future<SearchResults> reply : replies) {
        assertThat(reply.get().results()).isEqualTo(expected.results());
      }
    }
  }

  @Test
  void rejectsWrongOptions() {
    for (String url :
        List.of("", "localhost:8080", "ftp://host", "http://", "http://u@host", "http://host?a")) {
      assertThatThrownBy(() -> IsoglossClient.builder(url))
          .as(url)
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("expected one such as http://localhost:8080");
    }
    for (String token : List.of("", "a b", "a\nb", "ä")) {
      assertThatThrownBy(() -> IsoglossClient.builder("http://localhost").token(token))
          .isInstanceOf(IsoglossException.class);
    }
  }

  @Test
  void searchesWithoutWaiting() {
    putAnimals();
    SearchRequest request = SearchRequest.of("cat").withTimeout(Duration.ofMinutes(1));
    assertThat(index.name()).isEqualTo(Optional.of("animals"));
    assertThat(index.searchAsync(request).join().results())
        .isEqualTo(index.search(request).results());
    assertThat(index.searchAsync(request.withFilter("heigth > 3")))
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .havingRootCause()
        .isInstanceOf(RequestFailedException.class)
        .withMessageContaining("heigth");
  }

  @Test
  void usesTheClientOfTheProgram() {
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (int i = 0; i < 2; i++) {
        try (IsoglossClient other = IsoglossClient.builder(url(server)).httpClient(http).build()) {
          assertThat(other.indexes()).as("after another client was closed").hasSize(2);
        }
      }
    }
  }
}

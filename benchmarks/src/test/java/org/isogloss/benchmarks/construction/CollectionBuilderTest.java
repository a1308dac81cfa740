// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.collection.BeirFolder;
import org.isogloss.data.collection.ClirMatrix;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.LinkedDocumentOptions;
import org.isogloss.data.detect.LinkedDocuments;
import org.isogloss.data.trec.Topic;
import org.isogloss.data.trec.TrecQrels;
import org.isogloss.data.trec.TrecTopics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds collections from a small encyclopedia in three languages. */
class CollectionBuilderTest {
  private static final Language DE = Language.of("de");
  private static final Language EN = Language.of("en");

  /** Topics, as words of three languages; every page is about one of them. */
  private static final String[][] TOPICS = {
    {"river", "Fluss", "fleuve"}, {"mountain", "Berg", "montagne"}, {"lake", "See", "lac"}
  };

  private static final String[] NAMES = {
    "Avon", "Borel", "Cerna", "Drau", "Elko", "Fulda", "Gard", "Havel"
  };

  private static final ConstructionOptions OPTIONS =
      ConstructionOptions.DEFAULT
          .withCandidates(6, 10)
          .withSizes(new SplitSizes(10, 5, 5))
          .withThreads(2);

  @TempDir Path folder;
  private Path documents;

  @BeforeEach
  void writeDocuments() throws IOException {
    List<String> lines = new ArrayList<>();
    String[] languages = {"en", "de", "fr"};
    for (int language = 0; language < languages.length; language++) {
      for (int page = 0; page < TOPICS.length * NAMES.length; page++) {
        String topic = TOPICS[page % TOPICS.length][language];
        String name = NAMES[page / TOPICS.length];
        String neighbour = NAMES[(page / TOPICS.length + 1) % NAMES.length];
        lines.add(
            "{\"id\": \"%d\", \"link\": \"p%02d\", \"language\": \"%s\", \"title\": \"%s %s\","
                    .formatted(page, page, languages[language], topic, name)
                + " \"text\": \"%s %s, %s %s. %s\"}"
                    .formatted(topic, name, topic, neighbour, topic.repeat(page % 3)));
      }
    }
    lines.add(
        "{\"id\": 99, \"link\": \"x\", \"language\": \"de\", \"title\": \"Allein\", \"text\": \"x\"}");
    documents = Files.write(folder.resolve("pages.jsonl"), lines);
  }

  private CollectionStatistics build(String name, ConstructionOptions options) {
    return new CollectionBuilder(options, ConstructionListener.NONE)
        .build(
            folder.resolve(name),
            LinkedDocuments.read(List.of(documents), LinkedDocumentOptions.DEFAULT));
  }

  private static List<JudgedQuery> queries(Path collection, String languages) {
    List<JudgedQuery> all = new ArrayList<>();
    for (Split split : Split.values()) {
      Path file = collection.resolve("clirmatrix/" + languages + "." + split.fileName() + ".jl.gz");
      all.addAll(ClirMatrix.readQueries(file, OnError.FAIL).toList());
    }
    return all;
  }

  @Test
  void writesTrainingExamplesWithTheirTexts() throws IOException {
    build("built", OPTIONS.withFormats(EnumSet.allOf(CollectionFormat.class)));
    Path training = folder.resolve("built/training/en_de");
    List<JudgedQuery> expected = new ArrayList<>();
    Path file = folder.resolve("built/clirmatrix/en_de.train.jl.gz");
    ClirMatrix.readQueries(file, OnError.FAIL).forEachRemaining(expected::add);
    ObjectMapper mapper = new ObjectMapper();
    List<String> judged = Files.readAllLines(training.resolve("judged.jsonl"));
    assertThat(judged).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      JsonNode example = mapper.readTree(judged.get(i));
      assertThat(example.get("query").textValue()).isEqualTo(expected.get(i).query().text());
      JsonNode passages = example.get("passages");
      assertThat(passages).hasSize(10);
      assertThat(passages.get(0).get("grade").intValue()).isEqualTo(6);
      assertThat(passages.get(0).get("text").textValue()).matches("(?s)\\p{L}+ \\p{L}+\n.*");
    }
    Map<String, Integer> languages = new TreeMap<>();
    for (String line : Files.readAllLines(training.resolve("texts.jsonl"))) {
      JsonNode text = mapper.readTree(line);
      languages.merge(text.get("language").textValue(), 1, Integer::sum);
      assertThat(text.get("text").textValue()).startsWith(text.get("query").textValue() + "\n");
    }
    assertThat(languages).isEqualTo(Map.of("en", judged.size(), "de", judged.size()));
  }

  @Test
  void gradesTheCounterpartsOfRetrievedDocuments() {
    build("built", OPTIONS);
    List<JudgedQuery> queries = queries(folder.resolve("built"), "en_de");
    assertThat(queries).hasSize(20);
    for (JudgedQuery judged : queries) {
      Query query = judged.query();
      assertThat(query.language()).isEqualTo(EN);
      assertThat(query.id()).startsWith("en/");
      assertThat(judged.judgements()).hasSize(10);
      assertThat(judged.judgements().getFirst().grade()).isEqualTo(6);
      Map<String, Integer> grades =
          judged.judgements().stream()
              .collect(Collectors.toMap(Judgement::documentId, Judgement::grade));
      assertThat(grades).containsEntry(query.id().replace("en/", "de/"), 6);
      assertThat(grades.values()).filteredOn(grade -> grade == 0).hasSizeBetween(4, 9);
    }
  }

  @Test
  void keepsThePagesOfSplitsApart() {
    build("built", OPTIONS);
    Map<String, Set<String>> pages = new HashMap<>();
    for (String languages : List.of("en_de", "de_fr", "fr_en")) {
      for (Split split : Split.values()) {
        Path file =
            folder.resolve("built/clirmatrix/" + languages + "." + split.fileName() + ".jl.gz");
        ClirMatrix.readQueries(file, OnError.FAIL)
            .toList()
            .forEach(
                judged ->
                    pages
                        .computeIfAbsent(
                            judged.query().id().substring(3), page -> new java.util.HashSet<>())
                        .add(split.fileName()));
      }
    }
    assertThat(pages).hasSize(20);
    assertThat(pages.values()).allMatch(splits -> splits.size() == 1);
  }

  @Test
  void writesTheSameCollectionInEveryFormat() {
    build("built", OPTIONS);
    Path built = folder.resolve("built");
    List<JudgedQuery> expected =
        ClirMatrix.readQueries(built.resolve("clirmatrix/en_de.test.jl.gz"), OnError.FAIL).toList();
    List<Judgement> judgements =
        expected.stream().flatMap(judged -> judged.judgements().stream()).toList();
    List<Query> queries = expected.stream().map(JudgedQuery::query).toList();

    BeirFolder beir = BeirFolder.open(built.resolve("beir/de"));
    assertThat(beir.splits())
        .containsExactly("en-dev", "en-test", "en-train", "fr-dev", "fr-test", "fr-train");
    assertThat(beir.judgements("en-test", OnError.FAIL).toList()).isEqualTo(judgements);
    assertThat(beir.queries(OnError.FAIL).toList()).hasSize(40).containsAll(queries);

    assertThat(TrecQrels.read(built.resolve("trec/en_de.test.qrels"), OnError.FAIL).toList())
        .isEqualTo(judgements);
    assertThat(
            TrecTopics.read(built.resolve("trec/en.test.topics"), EN, OnError.FAIL)
                .map(Topic::toQuery)
                .toList())
        .isEqualTo(queries);

    List<Document> documents = beir.documents(OnError.FAIL).toList();
    assertThat(documents)
        .hasSize(25)
        .contains(new Document("de/0", DE, "Fluss Avon", "Fluss Avon, Fluss Borel."));
    assertThat(JsonlDocuments.read(built.resolve("trec/de.jsonl"), OnError.FAIL).toList())
        .isEqualTo(documents);
    assertThat(
            ClirMatrix.readDocuments(built.resolve("clirmatrix/de.tsv.gz"), DE, OnError.FAIL)
                .toList())
        .hasSize(25)
        .contains(new Document("de/0", DE, "", "Fluss Avon Fluss Avon, Fluss Borel."));
  }

  @Test
  void writesFormatsThatAreDetected() {
    build("built", OPTIONS);
    Path built = folder.resolve("built");
    assertThat(DataFormat.detect(built.resolve("clirmatrix/en_de.test.jl.gz")))
        .isEqualTo(DataFormat.CLIRMATRIX_QUERIES);
    assertThat(Documents.read(built.resolve("clirmatrix/de.tsv.gz"), DE, OnError.FAIL).toList())
        .hasSize(25);
    assertThat(DataFormat.detect(built.resolve("beir/de"))).isEqualTo(DataFormat.BEIR_FOLDER);
    assertThat(DataFormat.detect(built.resolve("trec/en.test.topics")))
        .isEqualTo(DataFormat.TREC_TOPICS);
    assertThat(DataFormat.detect(built.resolve("trec/en_de.test.qrels")))
        .isEqualTo(DataFormat.TREC_QRELS);
  }

  @Test
  void countsWhatItWrites() throws IOException {
    CollectionStatistics statistics = build("built", OPTIONS);
    assertThat(statistics.documents()).isEqualTo(73);
    assertThat(statistics.languages().getFirst())
        .isEqualTo(new LanguageStatistics(DE, 25, 24, 0, 0));
    assertThat(statistics.pages())
        .isEqualTo(Map.of(Split.TRAIN, 10L, Split.VALIDATION, 5L, Split.TEST, 5L));
    assertThat(statistics.pairs()).hasSize(6);
    PairStatistics pair = statistics.pair(EN, DE).orElseThrow();
    assertThat(pair.totalQueries()).isEqualTo(20);
    assertThat(pair.candidates()).isEqualTo(200);
    assertThat(pair.grades().get(6)).isGreaterThanOrEqualTo(20);
    assertThat(pair.overlap().orElseThrow()).isBetween(0.1, 0.9);
    assertThat(pair.overlapQueries()).isEqualTo(5);
    assertThat(statistics.pair(EN, EN)).isEmpty();

    Path built = folder.resolve("built");
    assertThat(built.resolve("statistics.json")).hasContent(statistics.toJson());
    assertThat(Files.readString(built.resolve("statistics.html")))
        .contains("Lexical overlap", "grade 6");
    assertThat(Files.readAllLines(built.resolve("links.tsv")))
        .hasSize(73)
        .startsWith("id\tlink\tsplit")
        .anyMatch(line -> line.startsWith("de/0\tp00\t"));
    try (Stream<Path> files = Files.list(built)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "beir", "clirmatrix", "links.tsv", "statistics.html", "statistics.json", "trec");
    }
  }

  @Test
  void isReproducible() throws IOException {
    build("once", OPTIONS);
    build("again", OPTIONS.withThreads(1));
    assertThat(files(folder.resolve("again"))).isEqualTo(files(folder.resolve("once")));
    build("other", OPTIONS.withSeed(2));
    assertThat(files(folder.resolve("other"))).isNotEqualTo(files(folder.resolve("once")));
  }

  private static Map<String, String> files(Path collection) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(collection)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(
            collection.relativize(file).toString(),
            java.util.HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  @Test
  void includesTheQueryLanguageIfRequested() {
    CollectionStatistics statistics =
        build(
            "built",
            OPTIONS.withMonolingual(true).withFormats(EnumSet.of(CollectionFormat.CLIRMATRIX)));
    assertThat(statistics.pairs()).hasSize(9);
    assertThat(statistics.pair(EN, EN).orElseThrow().overlap().orElseThrow()).isGreaterThan(0.5);
    assertThat(queries(folder.resolve("built"), "en_en")).hasSize(20);
    assertThat(folder.resolve("built/trec")).doesNotExist();
  }

  @Test
  void leavesOutTitlesThatAreNoQueries() throws IOException {
    Files.writeString(
        documents,
        """
        {"id": 1, "link": "a", "language": "en", "title": "Notes", "text": "about rivers"}
        {"id": 2, "link": "b", "language": "en", "title": "notes", "text": "about lakes"}
        {"id": 3, "link": "c", "language": "en", "title": "", "text": "about hills"}
        {"id": 4, "link": "d", "language": "en", "title": "The the", "text": "about words"}
        {"id": 1, "link": "a", "language": "de", "title": "Flüsse", "text": "über Flüsse"}
        {"id": 2, "link": "b", "language": "de", "title": "Seen", "text": "über Seen"}
        {"id": 3, "link": "c", "language": "de", "title": "Hügel", "text": "über Hügel"}
        {"id": 4, "link": "d", "language": "de", "title": "Wörter", "text": "über Wörter"}
        """);
    CollectionStatistics statistics = build("built", OPTIONS.withSizes(new SplitSizes(0, 0, 10)));
    assertThat(statistics.languages().get(1)).isEqualTo(new LanguageStatistics(EN, 4, 4, 2, 2));
    assertThat(statistics.pair(EN, DE)).isEmpty();
    assertThat(statistics.pair(DE, EN).orElseThrow().totalQueries()).isEqualTo(4);
    assertThat(statistics.pair(DE, EN).orElseThrow().mostCandidates()).isEqualTo(4);
  }

  @Test
  void leavesNothingBehindWhenItFails() throws IOException {
    Files.writeString(
        documents, "{\"id\": 1, \"link\": \"a\", \"language\": \"en\", \"text\": \"x\"}\n");
    assertThatThrownBy(() -> build("built", OPTIONS))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("all documents are in English, expected documents in two or more languages");
    Files.writeString(
        documents,
        """
        {"id": 1, "link": "a", "language": "en", "text": "x"}
        {"id": 1, "link": "b", "language": "de", "text": "x"}
        """);
    assertThatThrownBy(() -> build("built", OPTIONS))
        .hasMessageContaining("have the same link: check the values of the links");
    Files.writeString(documents, Files.readString(documents).replace("\"b\"", "\"a\""));
    assertThatThrownBy(() -> build("built", OPTIONS)).hasMessageContaining("no title");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(documents);
    }
  }

  @Test
  void replacesNothing() throws IOException {
    Files.createDirectories(folder.resolve("built"));
    Files.writeString(folder.resolve("built/notes.txt"), "mine");
    assertThatThrownBy(() -> build("built", OPTIONS)).hasMessageContaining("already exists");
    assertThat(folder.resolve("built/notes.txt")).hasContent("mine");
  }
}

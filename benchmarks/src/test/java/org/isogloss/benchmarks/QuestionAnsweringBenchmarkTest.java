// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.isogloss.benchmarks.collection.QuestionAnsweringCollections;
import org.isogloss.benchmarks.collection.RotatedQuestions;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.system.WordOverlapSystem;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestionAnsweringBenchmarkTest {
  private static final Language ENGLISH = Language.of("en");
  private static final Language CHINESE = Language.of("zh");
  private static final Path SAMPLES = Path.of("..", "samples");

  @TempDir private Path data;

  @BeforeEach
  void writeTwoLanguages() throws IOException {
    for (String set : new String[] {"xquad", "xquad-r"}) {
      Files.createDirectories(data.resolve(set));
      Files.writeString(
          data.resolve(set).resolve("en.json"),
          squad("Oslo is cold. Rome is warm.", "Rome", 14, "What is warm?", "[[0,13],[14,27]]"));
      Files.writeString(
          data.resolve(set).resolve("de.json"),
          squad("Oslo ist kalt. Rom ist warm.", "Rom", 15, "Was ist warm?", "[[0,14],[15,28]]"));
    }
  }

  private static String squad(
      String context, String answer, int start, String question, String sentences) {
    String other =
        "{\"context\": \"Atom.\", \"sentence_breaks\": [[0,5]], \"qas\": [{\"id\": \"q2\","
            + " \"question\": \"Atom?\", \"answers\": [{\"text\": \"Atom\", \"answer_start\":"
            + " 0}]}]}";
    return "{\"version\": \"1\", \"data\": [{\"title\": \"Cities\", \"paragraphs\": ["
        + "{\"context\": \""
        + context
        + "\", \"sentence_breaks\": "
        + sentences
        + ", \"qas\": [{\"id\": \"q1\", \"question\": \""
        + question
        + "\", \"answers\": [{\"text\": \""
        + answer
        + "\", \"answer_start\": "
        + start
        + "}]}]}, "
        + other
        + "]}]}";
  }

  @Test
  void reportsEveryPairOfLanguages() {
    BenchmarkResult result =
        Benchmarks.named("xquad").run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    assertThat(result.pairs())
        .containsOnlyKeys("deu-deu", "deu-eng", "eng-deu", "eng-eng")
        .containsEntry("eng-eng", 1.0)
        .containsEntry("eng-deu", 1.0);
    assertThat(result.average().orElseThrow()).isEqualTo(1, within(1e-12));
    assertThat(result.measures()).containsEntry("mrr_mixed", 1.0);
  }

  @Test
  void sentencesWithTheAnswerAreRelevantInEveryLanguage() {
    TestCollection collection = QuestionAnsweringCollections.sentenceCollection(data);
    assertThat(collection.documents()).hasSize(6);
    Map<String, Long> relevant =
        collection.judgements().stream()
            .collect(Collectors.groupingBy(Judgement::queryId, Collectors.counting()));
    assertThat(relevant)
        .containsOnlyKeys("de/q1", "de/q2", "en/q1", "en/q2")
        .allSatisfy((query, answers) -> assertThat(answers).isEqualTo(2));
  }

  @Test
  void rotatedQuestionsHaveNoAnswerInTheirOwnLanguage() {
    RotatedQuestions rotated = QuestionAnsweringCollections.rotatedSentenceCollection(data);
    assertThat(rotated.collection().documents()).hasSize(6);
    assertThat(rotated.collection().queries())
        .as("the languages in the order of their codes")
        .extracting(Query::id)
        .containsExactly("de/q1", "en/q2");
    assertThat(rotated.collection().judgements())
        .containsExactlyInAnyOrder(
            new Judgement("de/q1", "en/0-0#1", 1), new Judgement("en/q2", "de/0-1#0", 1));
    assertThat(rotated.isExcluded("de/q1", "de/0-0#1")).isTrue();
    assertThat(rotated.isExcluded("en/q2", "de/0-0#1")).isFalse();
    BenchmarkResult result =
        Benchmarks.named("xquad-r-rotated")
            .run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    // "Was ist warm?" shares two words with "Rom ist warm.", which would be first if it were not
    // left out, and one with "Rome is warm." and "Oslo ist kalt.", of which the later id is first.
    assertThat(result.measures().get("recall50")).isEqualTo(1);
    assertThat(result.average().orElseThrow()).isEqualTo(1, within(1e-12));
  }

  @Test
  void jsonOfXquadRHasThePublishedMeasures() throws IOException {
    BenchmarkResult result =
        Benchmarks.named("xquad-r").run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    JsonNode json = new ObjectMapper().readTree(result.toJson());
    assertThat(json.get("benchmark").asText()).isEqualTo("xquad-r");
    assertThat(json.get("model").asText()).isEqualTo("word overlap");
    assertThat(json.get("measure").asText()).isEqualTo("MAP");
    // "What is warm?" returns "Rome is warm.", then "Oslo is cold.", which shares as many words
    // with it as "Rom ist warm." and has the later id; all others return a relevant sentence first.
    assertThat(json.get("measures").get("map_mixed").asDouble())
        .isEqualTo(((1 + 2 / 3.0) / 2 + 1 + 1 + 1) / 4, within(1e-12));
    assertThat(json.get("measures").has("map_pairs")).isTrue();
    double own = json.get("measures").get("own_language_share").asDouble();
    // q1 finds two of three in its own language, q2 one of two, in both languages.
    assertThat(own).isEqualTo((2.0 / 3 + 1.0 / 2) / 2, within(1e-12));
    assertThat(json.get("pairs").get("deu-eng").asDouble()).isEqualTo(1, within(1e-12));
  }

  @Test
  void mixedCollectionHasEachParagraphAndQuestionInOneLanguage() {
    TestCollection mixed =
        QuestionAnsweringCollections.mixedLanguageCollection(SAMPLES, "mixed", ENGLISH, CHINESE, 1);
    assertThat(mixed.documents()).hasSize(240);
    assertThat(mixed.queries()).hasSize(1190);
    assertThat(mixed.judgements()).hasSize(1190);
    assertThat(mixed.documents().stream().map(document -> untagged(document.id())))
        .doesNotHaveDuplicates();
    assertThat(mixed.queries().stream().map(query -> untagged(query.id()))).doesNotHaveDuplicates();
    assertThat(mixed.documents().stream().filter(d -> d.language().equals(CHINESE)).count())
        .isBetween(80L, 160L);
    assertThat(mixed.queries().stream().filter(q -> q.language().equals(CHINESE)).count())
        .isBetween(520L, 670L);
    Map<String, Document> documents =
        mixed.documents().stream().collect(Collectors.toMap(Document::id, d -> d));
    assertThat(mixed.judgements())
        .allSatisfy(judgement -> assertThat(documents).containsKey(judgement.documentId()));
  }

  @Test
  void mixedCollectionDependsOnlyOnTheSeed() {
    TestCollection first =
        QuestionAnsweringCollections.mixedLanguageCollection(SAMPLES, "mixed", ENGLISH, CHINESE, 1);
    assertThat(
            QuestionAnsweringCollections.mixedLanguageCollection(
                SAMPLES, "mixed", ENGLISH, CHINESE, 1))
        .isEqualTo(first);
    assertThat(
            QuestionAnsweringCollections.mixedLanguageCollection(
                SAMPLES, "mixed", ENGLISH, CHINESE, 2))
        .isNotEqualTo(first);
  }

  private static String untagged(String id) {
    return id.substring(id.indexOf('/') + 1);
  }

  @Test
  void sampleIsTheWholeXquad() {
    TestCollection xquad = QuestionAnsweringCollections.paragraphCollection(SAMPLES);
    assertThat(xquad.documents()).hasSize(12 * 240);
    assertThat(xquad.queries()).hasSize(12 * 1190);
    assertThat(xquad.judgements()).hasSize(12 * 1190 * 12);
  }

  @Test
  void writesCollectionForIndexSearchAndEvaluate() throws IOException {
    TestCollection xquad = QuestionAnsweringCollections.paragraphCollection(data);
    xquad.write(data.resolve("out"));
    assertThat(Files.readAllLines(data.resolve("out/documents.jsonl")))
        .hasSize(4)
        .anySatisfy(line -> assertThat(line).contains("\"de/0-0\"", "Oslo ist kalt."));
    assertThat(Files.readAllLines(data.resolve("out/queries.jsonl"))).hasSize(4);
    assertThat(Files.readAllLines(data.resolve("out/qrels.txt"))).contains("en/q1 0 de/0-0 1");
    assertThat(xquad.queries()).extracting(Query::id).contains("en/q1");
  }

  @Test
  void reportHasPlotsAndPublishedFigures() {
    BenchmarkResult result =
        Benchmarks.named("xquad").run(data, new WordOverlapSystem(), BenchmarkListener.NONE);
    assertThat(result.toReport("what it is").html())
        .contains("what it is", "By language pair", "Language bias", "<svg");
    assertThat(result.toText()).contains("query language, document language", "share of top 10");
  }
}

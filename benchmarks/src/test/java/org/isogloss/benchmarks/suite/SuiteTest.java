// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.contract.TrigramEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteTest {
  @TempDir private Path folder;

  private Suite read(String... lines) throws IOException {
    Files.write(folder.resolve(Suite.FILE), List.of(lines));
    return Suite.read(folder);
  }

  @Test
  void readsTheListOfCollections() throws IOException {
    Suite suite = read("# of 2026", "faq\ttuning\tquestions", "", "help\treporting\tpages");
    assertThat(suite.collections())
        .containsExactly(
            new SuiteCollection(
                "faq", SuiteCollection.Role.TUNING, "questions", folder.resolve("faq")),
            new SuiteCollection(
                "help", SuiteCollection.Role.REPORTING, "pages", folder.resolve("help")));
    assertThat(suite.withCollections(Set.of("help")).collections()).hasSize(1);
    assertThatThrownBy(() -> suite.withCollections(Set.of("news")))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the suite has no collection news, expected faq, help");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "faq tuning | has 1 columns",
        "'faq\ttest\tquestions' | \"test\" is no role, expected tuning or reporting",
        "'a\ttuning\tb\tc' | has 4 columns"
      })
  void namesMalformedLines(String line, String message) {
    assertThatThrownBy(() -> read("# a comment", line))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(Suite.FILE + ":2: ")
        .hasMessageContaining(message);
  }

  @Test
  void namesRepeatedAndMissingLists() {
    assertThatThrownBy(() -> Suite.read(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "suite.tsv: no such file or folder; expected a line for each collection");
    assertThatThrownBy(() -> read("a\ttuning\tb", "a\treporting\tb"))
        .hasMessageContaining("suite.tsv:2: a is listed twice");
    assertThatThrownBy(() -> read("# nothing")).hasMessageContaining("lists no collection");
  }

  @Test
  void refusesACollectionWithoutQueries() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Files.writeString(
        empty.resolve("documents.jsonl"),
        "{\"id\": \"a\", \"language\": \"en\", \"text\": \"b\"}\n");
    Files.createFile(empty.resolve("queries.jsonl"));
    Files.createFile(empty.resolve("qrels.txt"));
    SuiteCollection collection = read("empty\ttuning\tnothing").collections().getFirst();
    assertThatThrownBy(collection::read)
        .isInstanceOf(IsoglossException.class)
        .hasMessage(
            empty
                + ": has 1 documents and 0 queries, expected at least one of each: build the"
                + " collection again");
  }

  @Test
  void findsAMissingCollectionBeforeItMeasuresTheFirst() throws IOException {
    Path there = Files.createDirectory(folder.resolve("there"));
    Files.writeString(
        there.resolve("documents.jsonl"),
        "{\"id\": \"a\", \"language\": \"en\", \"text\": \"b\"}\n");
    Files.writeString(there.resolve("queries.jsonl"), "{\"id\": \"q\", \"text\": \"b\"}\n");
    Files.writeString(there.resolve("qrels.txt"), "q 0 a 1\n");
    Suite suite = read("there\ttuning\tone", "missing\ttuning\tanother");
    List<Long> measured = new ArrayList<>();
    IndexedSystem system = new IndexedSystem("trigrams", new TrigramEncoder(64), "bm25", 1);
    assertThatThrownBy(
            () ->
                suite.measure(
                    system,
                    Suite.stages(Pipeline.parse("bm25")),
                    SuiteResult.Reference.PREVIOUS,
                    1,
                    (done, all) -> measured.add(done)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("missing");
    assertThat(measured).isEmpty();
  }

  @Test
  void findsTheStagesOfAPipeline() {
    assertThat(stages("{bm25, dense}fair >> rerank(weight=0.9, first=100)"))
        .containsExactly(
            "bm25",
            "dense",
            "{bm25, dense}fair",
            "{bm25, dense}fair >> rerank(weight=0.9, first=100)");
    assertThat(stages("{bm25:2, dense, psq}rrf >> rerank(a) >> rerank(b)"))
        .containsExactly(
            "bm25",
            "dense",
            "psq",
            "{bm25:2, dense, psq}rrf",
            "{bm25:2, dense, psq}rrf >> rerank(a)",
            "{bm25:2, dense, psq}rrf >> rerank(a) >> rerank(b)");
    assertThat(stages("dense")).containsExactly("dense");
  }

  private static List<String> stages(String pipeline) {
    return Suite.stages(Pipeline.parse(pipeline)).stream().map(Pipeline::toString).toList();
  }

  @Test
  void namesTheLeastGainOfEachPipeline() {
    SuiteResult result =
        new SuiteResult(
            "tiny",
            List.of("bm25", "dense"),
            SuiteResult.Reference.PREVIOUS,
            List.of(row("faq", 0.5, 0.625, 0.125, 0.01), row("help", 0.5, 0.25, -0.25, 0.2)));
    assertThat(result.toText())
        .containsPattern("faq +tuning +3 +2 +0.500 +0.625 +\\+0.125\\*")
        .containsPattern("help +tuning +3 +2 +0.500 +0.250 +-0.250")
        .contains("Least gain of pipeline 2: -0.250 on help (p = 0.2000)");
    assertThat(result.toJson()).contains("\"gain\" : -0.25").contains("\"p\" : 0.2");
  }

  @Test
  void comparesAlternativesOnTheCollectionsForTuning() {
    SuiteResult result =
        new SuiteResult(
            "tiny",
            List.of("bm25", "dense"),
            SuiteResult.Reference.FIRST,
            List.of(row("faq", 0.5, 0.625, 0.125, 0.01), row("help", 0.5, 0.25, -0.25, 0.2)));
    assertThat(result.toText())
        .contains("gain over the first pipeline")
        .containsPattern("1 +0.5000")
        .containsPattern("2 +0.4375 +-0.2500 +help");
  }

  private static SuiteResult.Row row(
      String name, double before, double after, double gain, double p) {
    return new SuiteResult.Row(
        new SuiteCollection(name, SuiteCollection.Role.TUNING, "", Path.of(name)),
        3,
        2,
        List.of(
            figures(before, Optional.empty()),
            figures(after, Optional.of(new SuiteResult.Gain(gain, p)))));
  }

  private static SuiteResult.Figures figures(double mrr, Optional<SuiteResult.Gain> gain) {
    return new SuiteResult.Figures(mrr, mrr, mrr, mrr, gain, Duration.ofMillis(2));
  }
}

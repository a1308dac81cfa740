// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs every example and checks its output. */
class ExamplesTest {
  @TempDir Path folder;

  /** An example. */
  @FunctionalInterface
  private interface Example {
    void run(String[] args) throws IOException;
  }

  /** Runs an example and returns the lines that it prints. */
  private List<String> run(Example example) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      example.run(new String[] {folder.toString()});
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void indexAndSearch() throws IOException {
    assertThat(run(IndexAndSearch::main))
        .contains(
            "1. de-1 (German): Warschau wurde um 1300 gegründet.",
            "2 results, then 0",
            "now 4 documents",
            "newer commit: false",
            "founded counted as founded")
        .anyMatch(line -> line.startsWith("4 documents in ["))
        .anyMatch(line -> line.startsWith("Harvard: [Hit[documentId=en-1"));
  }

  @Test
  void filterByFields() throws IOException {
    assertThat(run(FilterByFields::main))
        .contains(
            "{category=string, date=date, tags=string}",
            "de-1: {category=recipe, date=2024-05-01, tags=hot, vegan}",
            "1 result")
        .noneMatch(line -> line.startsWith("fr-1"));
  }

  @Test
  void serveIndex() throws IOException {
    assertThat(run(ServeIndex::main))
        .singleElement()
        .asString()
        .contains("\"name\":\"library\"")
        .contains("\"documents\":0");
  }

  @Test
  void queryServer() throws IOException {
    assertThat(run(QueryServer::main))
        .containsExactly(
            "2: document \"roof-de\" has neither title nor text: fill one in or remove the record",
            "roof-fr: Le chat dort sur le toit chaud de la maison.");
  }

  @Test
  void manageIndexes() throws IOException {
    assertThat(run(ManageIndexes::main)).containsExactly("1");
  }

  @Test
  void remoteRetrieval() throws IOException {
    assertThat(run(RemoteRetrieval::main)).containsExactly("Es wurde um 1300 gegründet.");
  }

  @Test
  void encodeTexts() throws IOException {
    List<String> lines = run(EncodeTexts::main);
    assertThat(lines).first().asString().startsWith("3 vectors of ");
    assertThat(figure(lines.get(1))).isGreaterThan(figure(lines.get(2)));
  }

  private static double figure(String line) {
    return Double.parseDouble(line.replaceAll("^[^0-9-]*|  .*$", "").replace(',', '.'));
  }

  @Test
  void rerankTexts() throws IOException {
    List<String> lines = run(RerankTexts::main);
    assertThat(lines).hasSize(3);
    assertThat(figure(lines.get(0)))
        .as("the relevant passage")
        .isGreaterThan(figure(lines.get(1)))
        .isGreaterThan(figure(lines.get(2)));
  }

  @Test
  void alignBitext() throws IOException {
    assertThat(run(AlignBitext::main)).first().isEqualTo("d2: Das alte Haus am Fluss.");
    assertThat(folder.resolve("en-de.table")).isNotEmptyFile();
  }

  @Test
  void mineBitext() throws IOException {
    assertThat(run(MineBitext::main))
        .anyMatch(
            line ->
                line.endsWith(
                    "The president visited Berlin on Monday. | Der Präsident besuchte am Montag"
                        + " Berlin."))
        .anyMatch(
            line ->
                line.endsWith("The museum opens at ten o'clock. | Das Museum öffnet um zehn Uhr."));
  }

  @Test
  void plugInRetriever() throws IOException {
    assertThat(run(PlugInRetriever::main))
        .containsExactly(
            "{bm25, retriever(editorial):2}rrf",
            "  de-2: Ferien auf dem Bauernhof.",
            "  en-1: A holiday by the sea, and in the hills.",
            "bm25 >> rerank(brevity)",
            "  en-2: Every holiday ends.",
            "  en-1: A holiday by the sea, and in the hills.");
  }

  @Test
  void trainBiEncoder() throws IOException {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    List<String> lines = run(TrainBiEncoder::main);
    assertThat(lines).filteredOn(line -> line.startsWith("step ")).hasSize(3);
    List<String> found = lines.subList(lines.size() - 3, lines.size());
    assertThat(found.get(1)).endsWith("zwei rote Hunde");
    assertThat(figure(found.get(1)))
        .isGreaterThan(figure(found.get(0)))
        .isGreaterThan(figure(found.get(2)));
  }

  @Test
  void langChain4jRetrieval() throws IOException {
    assertThat(run(LangChain4jRetrieval::main))
        .containsExactly(
            "Warschau: Warschau wurde um 1300 gegründet.",
            "2 segments",
            "best: Warschau wurde um 1300 gegründet.");
  }

  @Test
  void everyExampleIsTested() throws IOException {
    List<String> tests =
        Stream.of(ExamplesTest.class.getDeclaredMethods())
            .map(method -> method.getName().toLowerCase(Locale.ROOT))
            .toList();
    try (Stream<Path> files = Files.list(Path.of("src/main/java/org/isogloss/examples"))) {
      List<String> programs =
          files
              .filter(ExamplesTest::isProgram)
              .map(file -> file.getFileName().toString().replace(".java", ""))
              .toList();
      assertThat(programs)
          .hasSizeGreaterThanOrEqualTo(7)
          .allMatch(program -> tests.contains(program.toLowerCase(Locale.ROOT)));
    }
  }

  private static boolean isProgram(Path file) {
    try {
      return Files.readString(file).contains("public static void main(");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

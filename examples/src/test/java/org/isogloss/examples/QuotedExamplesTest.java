// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that pages of the guide quote the examples verbatim and name existing artifacts. */
class QuotedExamplesTest {
  private static final Set<String> NOT_PUBLISHED =
      Set.of(
          "isogloss-solr-test-cluster",
          "isogloss-performance",
          "isogloss-examples",
          "isogloss-distribution");

  private static final Set<String> OF_THE_ENGINE =
      Set.of("api", "core", "data", "engine", "lexical", "modelio", "runtime", "search", "text");

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path JAVA = ROOT.resolve("docs/guide/java.md");
  private static final Path LANGCHAIN4J = ROOT.resolve("docs/guide/langchain4j.md");
  private static final Path SERVER = ROOT.resolve("docs/guide/server.md");

  private static List<String> blocks(Path page, String language) throws IOException {
    return Pattern.compile("^```" + language + "\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
        .matcher(Files.readString(page))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static List<List<String>> sources() throws IOException {
    List<List<String>> sources = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        sources.add(Files.readAllLines(file));
      }
    }
    return sources;
  }

  /**
   * Whether a block occurs in a source as consecutive lines with the same additional indentation.
   */
  private static boolean isPart(List<String> block, List<String> source) {
    for (int at = 0; at + block.size() <= source.size(); at++) {
      String lines = String.join("\n", source.subList(at, at + block.size()));
      if (unindented(lines).equals(String.join("\n", block))) {
        return true;
      }
    }
    return false;
  }

  private static String unindented(String lines) {
    int indent =
        lines
            .lines()
            .filter(line -> !line.isBlank())
            .mapToInt(line -> line.length() - line.stripLeading().length())
            .min()
            .orElse(0);
    return lines.replaceAll("(?m)^ {" + indent + "}", "");
  }

  @Test
  void quotesExamplesVerbatim() throws IOException {
    List<List<String>> sources = sources();
    assertThat(blocks(JAVA, "java")).hasSizeGreaterThan(10);
    assertThat(blocks(LANGCHAIN4J, "java")).hasSize(5);
    assertThat(blocks(SERVER, "java")).hasSize(3);
    for (Path page : List.of(JAVA, LANGCHAIN4J, SERVER)) {
      for (String block : blocks(page, "java")) {
        assertThat(sources)
            .as("an example has this block of %s:%n%s", page.getFileName(), block)
            .anyMatch(source -> isPart(block.lines().toList(), source));
      }
    }
  }

  @Test
  void detectsAChangedBlock() {
    List<String> source = List.of("  int a = 1;", "  if (a > 0) {", "    a++;", "  }");
    assertThat(isPart(List.of("if (a > 0) {", "  a++;", "}"), source)).isTrue();
    assertThat(isPart(List.of("if (a > 0) {", "a++;", "}"), source)).isFalse();
    assertThat(isPart(List.of("int a = 1;", "a++;"), source)).isFalse();
    assertThat(isPart(List.of("int a"), source)).isFalse();
  }

  /** Returns the artifacts of what a block uses, in addition to the engine and what it brings. */
  private static Set<String> artifactsOf(String block, List<String> source) {
    Set<String> artifacts = new TreeSet<>();
    for (String line : source) {
      Matcher imported =
          Pattern.compile("import org\\.isogloss\\.(\\w+)\\..*?(\\w+);").matcher(line);
      if (imported.matches()
          && !OF_THE_ENGINE.contains(imported.group(1))
          && block.contains(imported.group(2))) {
        artifacts.add("isogloss-" + imported.group(1));
      }
    }
    if (block.contains(".model(\"tiny\")") || block.contains(".open(\"tiny\")")) {
      artifacts.add("isogloss-model-tiny");
    }
    return artifacts;
  }

  @Test
  void namesTheArtifactsOfEachQuotedExample() throws IOException {
    for (Path page : List.of(JAVA, LANGCHAIN4J, SERVER)) {
      String text = Files.readString(page);
      for (String block : blocks(page, "java")) {
        for (List<String> source : sources()) {
          if (isPart(block.lines().toList(), source)) {
            assertThat(artifactsOf(block, source))
                .as("artifacts that %s names for:%n%s", page.getFileName(), block)
                .allMatch(name -> text.matches("(?s).*[`>]" + name + "[`<].*"));
          }
        }
      }
    }
  }

  private static List<String> artifacts(String text) {
    return Pattern.compile("<artifactId>(isogloss-[a-z0-9-]+)</artifactId>")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static String version(String pom) {
    return Pattern.compile("<version>(.*?)</version>")
        .matcher(pom)
        .results()
        .map((MatchResult found) -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void usesTheCoordinatesOfTheBuild() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
    List<String> named =
        blocks(JAVA, "xml").stream().flatMap(block -> artifacts(block).stream()).toList();
    assertThat(named).containsExactly("isogloss-bom", "isogloss-engine");
    assertThat(artifacts(blocks(LANGCHAIN4J, "xml").getFirst()))
        .containsExactly("isogloss-langchain4j", "isogloss-engine");
    assertThat(artifacts(bom))
        .contains("isogloss-engine", "isogloss-client", "isogloss-langchain4j");
    assertThat(blocks(JAVA, "xml").getFirst()).contains("<version>" + version(pom) + "</version>");
    assertThat(version(bom))
        .as("the BOM has no parent to take its version from")
        .isEqualTo(version(pom));
  }

  private static String artifactSuffix(String module) {
    return module.replace("models/", "model-").replace("adapters/", "").replace('/', '-');
  }

  @Test
  void bomContainsEveryLibraryAndModel() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    List<String> expected =
        Pattern.compile("<module>([a-z0-9/-]+)</module>")
            .matcher(pom)
            .results()
            .map(found -> "isogloss-" + artifactSuffix(found.group(1)))
            .filter(name -> !NOT_PUBLISHED.contains(name))
            .toList();
    List<String> listed = new ArrayList<>(artifacts(Files.readString(ROOT.resolve("bom/pom.xml"))));
    assertThat(listed).containsExactlyInAnyOrderElementsOf(expected);
  }
}

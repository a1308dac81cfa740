// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.boot.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the program that docs/guide/spring-ai.md quotes, and checks what the page says about it. */
class MultilingualSearchTest {
  private static final Path PAGE = Path.of("../../docs/guide/spring-ai.md");
  private static final Path SOURCE =
      Path.of("src/test/java/org/isogloss/springai/boot/example/MultilingualSearch.java");
  private static final Path PROPERTIES = Path.of("src/test/resources/application.properties");

  @TempDir Path folder;

  /** The blocks of code on the page. */
  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("^```" + language + "\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
        .matcher(Files.readString(PAGE))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  private static List<String> run(String... arguments) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      MultilingualSearch.main(arguments);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void printsWhatThePageSays() throws IOException {
    List<String> printed = run("--isogloss.index=" + folder.resolve("my-index"));
    assertThat(printed)
        .containsExactly(
            "fr-1 (fr): La tour Eiffel mesure 330 mètres de haut.",
            "de-1 (de): Der Eiffelturm steht in Paris.");
    assertThat(Files.readString(PAGE))
        .contains("prints\n\n```\n" + String.join("\n", printed) + "\n```\n");
  }

  @Test
  void pageQuotesTheProgramVerbatim() throws IOException {
    String source = Files.readString(SOURCE).replaceAll("(?m)^ {2}", "");
    assertThat(blocks("java"))
        .singleElement()
        .satisfies(block -> assertThat(source).contains(block));
  }

  @Test
  void pageQuotesThePropertiesOfTheProgram() throws IOException {
    assertThat(Files.readString(PROPERTIES)).startsWith(blocks("properties").getFirst());
  }

  @Test
  void printsTheSameWithAServer() throws IOException {
    List<String> properties = blocks("properties").getLast().lines().toList();
    assertThat(properties)
        .containsExactly("isogloss.url=http://localhost:8080", "isogloss.index=library");
    try (SearchServer server =
        SearchServer.builder()
            .index("library", folder.resolve("library"))
            .createMissingIndexes(true)
            .model("tiny")
            .port(0)
            .start()) {
      String port = ":" + server.port();
      assertThat(
              run(
                  "--isogloss.initialize-schema=false",
                  "--" + properties.getFirst().replace(":8080", port),
                  "--" + properties.getLast()))
          .containsExactly(
              "fr-1 (fr): La tour Eiffel mesure 330 mètres de haut.",
              "de-1 (de): Der Eiffelturm steht in Paris.");
    }
  }

  @Test
  void pageListsEveryProperty() throws IOException {
    String page = Files.readString(PAGE);
    Set<String> properties = new TreeSet<>();
    for (String module : List.of(".", "../spring-ai-client-starter")) {
      Pattern.compile("\"name\": \"(isogloss\\.[a-z-]+)\",")
          .matcher(
              Files.readString(
                  Path.of(module, "target/classes/META-INF/spring-configuration-metadata.json")))
          .results()
          .forEach(property -> properties.add(property.group(1)));
    }
    assertThat(properties)
        .hasSize(11)
        .allSatisfy(
            name -> assertThat(page).containsPattern("\\| `" + Pattern.quote(name) + "[`.]"));
  }
}

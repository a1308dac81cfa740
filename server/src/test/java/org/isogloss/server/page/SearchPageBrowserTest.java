// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.engine.SearchEngine;
import org.isogloss.server.SampleBitext;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uses the page in Chromium, by the tests in {@code src/test/page}. The system property {@code
 * isogloss.chromium} is the path of the browser; Node and npm are on the path.
 */
@Tag("slow")
class SearchPageBrowserTest {
  private static final Path SCRIPTS = Path.of("src/test/page").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void worksInABrowser() throws Exception {
    String chromium = System.getProperty("isogloss.chromium");
    assumeTrue(chromium != null, "isogloss.chromium is not set");
    Path xquad = index("xquad", Path.of("../samples/xquad"));
    Path library = index("library", SCRIPTS.resolve("library.jsonl"));
    Path scripts = copyOfScripts();
    run(scripts, Map.of(), "npm", "ci", "--no-audit", "--no-fund");
    try (SearchServer server =
        SearchServer.builder()
            .index("xquad", xquad)
            .index("library", library)
            .corpus("en-de", SampleBitext.englishGerman(folder), Optional.empty())
            .corpus("en-ar", SampleBitext.englishArabic(folder), Optional.empty())
            .port(0)
            .start()) {
      run(
          scripts,
          Map.of(
              "ISOGLOSS_URL",
              "http://127.0.0.1:" + server.port() + "/",
              "ISOGLOSS_CHROMIUM",
              chromium),
          "npm",
          "test");
    }
  }

  private Path index(String name, Path collection) {
    Path index = folder.resolve(name);
    try (SearchEngine engine = SearchEngine.at(index).model("tiny").openOrCreate()) {
      engine.index(collection);
    }
    return index;
  }

  /** Packages are installed next to the scripts, but not in the source tree. */
  private Path copyOfScripts() throws IOException {
    Path copy = Files.createDirectory(folder.resolve("scripts"));
    try (Stream<Path> files = Files.list(SCRIPTS)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  private static void run(Path folder, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s:%n%s", List.of(command), output).isZero();
  }
}

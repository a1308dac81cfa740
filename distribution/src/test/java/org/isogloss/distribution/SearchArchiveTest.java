// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive for searching, without libtorch and the experiments of papers; it runs the demo. */
class SearchArchiveTest {
  @TempDir private static Path temporary;
  private static Installation installation;
  private static Path work;

  @BeforeAll
  static void unpack() throws IOException {
    installation = Installation.unpack(Installation.SEARCH, temporary);
    work = installation.workFolder(temporary.resolve("work"));
  }

  @AfterAll
  static void allowDeletion() throws IOException {
    installation.writable(true);
  }

  private static Installation.Result run(String... args) throws Exception {
    List<String> command = new ArrayList<>(installation.user());
    command.add(installation.launcher().toString());
    command.addAll(List.of(args));
    return installation.execute(command, work, work.resolve("cache"));
  }

  @Test
  void leavesOutPapersAndLibtorch() throws IOException {
    try (Stream<Path> jars = Files.list(installation.home().resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .anyMatch(jar -> jar.startsWith("isogloss-engine-"))
          .noneMatch(jar -> jar.matches("(isogloss-papers|pytorch|openblas|javacpp)-.*"));
    }
    assertThat(Files.size(Installation.archive(Installation.SEARCH, ".tar.gz")))
        .isLessThan(Files.size(Installation.archive(Installation.FULL, ".tar.gz")) * 3 / 4);
  }

  @Test
  void saysWhichCommandsNeedTheFullArchive() throws Exception {
    Installation.Result papers = run("papers", "bicla", "--scale", "smoke");
    assertThat(papers.exitCode()).isEqualTo(1);
    assertThat(papers.err())
        .contains(
            "papers is not in this installation, which is for searching: install the full archive,"
                + " isogloss-VERSION instead of isogloss-search-VERSION");
    Path home = installation.home();
    Installation.Result train =
        run(
            "train",
            home.resolve("recipes/bi-encoder-mbert.yaml").toString(),
            "--data",
            home.resolve("samples/papers").toString(),
            "--define",
            "mbert=compact",
            "--to",
            "model");
    assertThat(train.exitCode()).isEqualTo(1);
    assertThat(train.err()).contains("libtorch", "install the full archive");
  }

  @Test
  void helpAndCompletionLeaveThemOut() throws Exception {
    Installation.Result help = run("help");
    assertThat(help.exitCode()).as(help.err()).isZero();
    assertThat(help.out()).contains("  search  ").doesNotContainPattern("(?m)^  papers ");
    assertThat(run("completion", "bash").exitCode()).isZero();
    assertThat(run("model", "--help").exitCode()).isZero();
  }

  private static String packaging(String name) throws IOException {
    return Files.readString(Path.of("src/main/packaging", name))
        .replace("@VERSION@", Installation.VERSION)
        .replaceAll("@(TAR|ZIP)_SHA256@", "0".repeat(64));
  }

  /** Homebrew moves and links these files when it installs the archive. */
  @Test
  void hasTheFilesThatTheFormulaNames() throws IOException {
    List<String> named =
        Pattern.compile("\"((?:bin|share)/[^\"*#]+)")
            .matcher(packaging("isogloss.rb"))
            .results()
            .map(path -> path.group(1))
            .toList();
    assertThat(named).hasSizeGreaterThan(4);
    assertThat(named).allMatch(path -> Files.exists(installation.home().resolve(path)));
  }

  @Test
  void theFormulaIsRuby() throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "ruby"))),
        "ruby is missing");
    Path formula = Files.writeString(work.resolve("isogloss.rb"), packaging("isogloss.rb"));
    assertThat(installation.execute(List.of("ruby", "-c", formula.toString()), work, work).out())
        .isEqualTo("Syntax OK\n");
  }

  /** The part of Scoop's JSON schema for the keys that the manifest has. */
  @Test
  void theManifestHasTheFormOfScoop() throws IOException {
    JsonNode manifest = new ObjectMapper().readTree(packaging("isogloss.json"));
    assertThat(manifest.fieldNames())
        .toIterable()
        .contains("version", "description", "homepage", "license", "url", "hash")
        .isSubsetOf(
            "version",
            "description",
            "homepage",
            "license",
            "suggest",
            "url",
            "hash",
            "extract_dir",
            "bin",
            "checkver",
            "autoupdate");
    assertThat(manifest.at("/hash").textValue()).matches("[a-f0-9]{64}");
    assertThat(manifest.at("/url").textValue())
        .startsWith("https://")
        .endsWith("/" + Installation.archive(Installation.SEARCH, ".zip").getFileName())
        .doesNotContain("$");
    assertThat(manifest.at("/autoupdate").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("url", "extract_dir");
    for (String key : List.of("url", "extract_dir")) {
      assertThat(
              manifest
                  .at("/autoupdate/" + key)
                  .textValue()
                  .replace("$version", Installation.VERSION))
          .isEqualTo(manifest.get(key).textValue());
    }
    assertThat(installation.home().resolve(manifest.at("/bin").textValue().replace('\\', '/')))
        .isRegularFile();
    assertThat(manifest.at("/suggest")).allMatch(all -> all.isArray() && !all.isEmpty());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installers that {@code installers} writes, run in a file system without Java. */
@Tag("slow")
class InstallersTest {
  private static final Path SCRIPT = Path.of("src/main/packaging/installers").toAbsolutePath();
  private static final long MAX_SEARCH_BYTES = 230_000_000;

  /**
   * A root in which nothing of this machine can be seen but its libraries and programs, below those
   * of the root itself.
   */
  private static final String WITHOUT_JAVA =
      """
      set -e
      root=$1
      shift
      mkdir -p "$root"/{proc,dev,tmp,home,usr,etc}
      for folder in bin sbin lib lib64; do
        [ ! -L /$folder ] || ln -sfn usr/$folder "$root/$folder"
      done
      mount --make-rprivate /
      mount -t overlay none -o lowerdir="$root/usr:/usr" "$root/usr"
      mount -t tmpfs none "$root/usr/lib/jvm"
      mount -t tmpfs none "$root/etc"
      mount -t proc proc "$root/proc"
      mount --rbind /dev "$root/dev"
      exec env -i PATH=/usr/sbin:/usr/bin:/bin HOME=/home chroot "$root" "$@"
      """;

  @TempDir private static Path temporary;
  private static Path installers;

  @BeforeAll
  static void write() throws Exception {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "the installers are for Linux");
    assumeTrue(Files.isDirectory(Path.of("/usr/lib/jvm")), "Java is elsewhere on this machine");
    assumeTrue(succeeds("unshare", "--mount", "true"), "this user may not mount");
    execute(SCRIPT.toString(), "target", Installation.VERSION);
    installers = Path.of("target/installers").toAbsolutePath();
  }

  private static boolean succeeds(String... command) throws Exception {
    return new ProcessBuilder(command).start().waitFor() == 0;
  }

  private static String execute(String... command) throws IOException, InterruptedException {
    Path out = Files.createTempFile(temporary, "out", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
    builder.environment().put("JAVA_HOME", Installation.JDK.toString());
    int code = builder.start().waitFor();
    assertThat(code).as(Files.readString(out)).isZero();
    return Files.readString(out);
  }

  private static Path file(String pattern) throws IOException {
    try (Stream<Path> files = Files.list(installers)) {
      return files.filter(file -> file.getFileName().toString().matches(pattern)).findAny().get();
    }
  }

  private static String withoutJava(Path root, String... command) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of("unshare", "--mount", "bash", "-c", WITHOUT_JAVA, "-", root.toString()));
    all.addAll(Arrays.asList(command));
    return execute(all.toArray(String[]::new));
  }

  @Test
  void searchesWithoutJava() throws Exception {
    Path archive = file("isogloss-search-.*-linux-.*\\.tar\\.gz");
    assertThat(Files.size(archive)).isLessThan(MAX_SEARCH_BYTES);
    Path root = Files.createDirectory(temporary.resolve("search"));
    execute("tar", "-xzf", archive.toString(), "-C", root.toString());
    assertSearches(root, "/isogloss-search-" + Installation.VERSION + "/bin/isogloss");
  }

  @Test
  void thePackageOfDebianSearchesWithoutJava() throws Exception {
    assumeTrue(succeeds("which", "dpkg", "nfpm"), "dpkg or nfpm is missing");
    Path archive = file("isogloss-search_.*\\.deb");
    assertThat(Files.size(archive)).isLessThan(MAX_SEARCH_BYTES);
    Path root = Files.createDirectory(temporary.resolve("debian"));
    Path state = Files.createDirectories(root.resolve("var/lib/dpkg"));
    Files.createDirectories(state.resolve("info"));
    Files.createDirectories(state.resolve("updates"));
    Files.createFile(state.resolve("status"));
    execute("dpkg", "--root=" + root, "--force-depends", "--install", archive.toString());
    assertSearches(root, "isogloss");
    assertThat(root.resolve("usr/share/man/man1/isogloss.1")).isRegularFile();
  }

  private static void assertSearches(Path root, String isogloss) throws Exception {
    Files.writeString(root.resolve("rain.md"), "Demain, il pleuvra toute la journée.\n");
    withoutJava(root, isogloss, "index", "rain.md", "--index", "index");
    assertThat(withoutJava(root, isogloss, "search", "Will it rain tomorrow?", "--index", "index"))
        .contains("rain.md");
    assertThat(withoutJava(root, isogloss, "doctor", "--index", "index"))
        .contains("/runtime, Linux", "ok       model compact", "ok       index index");
  }

  @Test
  void formulaAndManifestHaveTheChecksumsOfTheArchives() throws Exception {
    for (Map.Entry<String, String> pair :
        Map.of("isogloss.rb", ".tar.gz", "isogloss.json", ".zip").entrySet()) {
      Path archive = Installation.archive(Installation.SEARCH, pair.getValue());
      String sum = execute("sha256sum", archive.toString()).replaceFirst(" .*\\s*$", "");
      assertThat(installers.resolve(pair.getKey()))
          .content()
          .contains(sum, archive.getFileName().toString())
          .doesNotContain("@VERSION@", "SHA256@");
    }
    assertThat(installers.resolve("SHA256SUMS")).content().contains("isogloss.rb", "linux-");
  }
}

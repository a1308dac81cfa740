// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The wheels that the profile {@code wheels} builds. The one of this platform contains an
 * installation with a Java runtime; it runs without {@code JAVA_HOME} and with a {@code PATH}
 * without Java. The system property {@code isogloss.python} is an interpreter with httpx and numpy.
 */
@Tag("slow")
class PythonWheelTest {
  private static final Path WHEELS = Path.of("target", "wheels").toAbsolutePath();
  private static final long MEGABYTE = 1_000_000;

  /** What the launcher needs of the system. */
  private static final Set<String> PROGRAMS =
      Set.of(
          "bash",
          "basename",
          "cat",
          "cksum",
          "cut",
          "df",
          "dirname",
          "env",
          "find",
          "grep",
          "head",
          "locale",
          "mkdir",
          "readlink",
          "rm",
          "sed",
          "tput",
          "tr",
          "uname");

  private static final String SCRIPT = "#!/bin/sh\nexec %s \"$@\"\n";

  private static final String SEARCH =
      """
      import isogloss, os, sys
      with isogloss.serve({"library": sys.argv[1]}, models="tiny", create=True) as client:
          text = "Le chat dort sur le toit chaud de la maison."
          client.index().put([{"id": "roof", "language": "fr", "text": text}]).require_all()
          print("found", [hit.id for hit in client.index().search("where does the cat sleep")])
      print(isogloss.command())
      """;

  @TempDir private static Path temporary;

  @BeforeAll
  static void requireWheels() {
    assumeTrue(Files.isDirectory(WHEELS), "the profile wheels is not active");
  }

  @Test
  void theWheelOfThePlatformNeedsNoJava() throws Exception {
    Path packages = temporary.resolve("packages");
    run("-m", "pip", "install", "--no-deps", "--no-index", "--target=" + packages, wheel("linux"));

    String printed = run("-c", SEARCH, temporary.resolve("index").toString());

    assertThat(printed).contains("found ['roof']").contains(packages + "/isogloss/_installation/");
    assertThat(Files.size(Path.of(wheel("linux")))).isLessThan(300 * MEGABYTE);
  }

  @Test
  void theOtherWheelContainsNoInstallation() throws Exception {
    assertThat(Files.size(Path.of(wheel("-any")))).isLessThan(MEGABYTE);
  }

  private static String wheel(String platform) throws IOException {
    try (Stream<Path> files = Files.list(WHEELS)) {
      List<Path> found = files.filter(file -> file.toString().contains(platform)).toList();
      assertThat(found).hasSize(1);
      return found.getFirst().toString();
    }
  }

  /** Runs Python in an environment in which no program finds Java. */
  private static String run(String... arguments) throws Exception {
    Path output = temporary.resolve("output.txt");
    List<String> command = new ArrayList<>(List.of(System.getProperty("isogloss.python")));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(temporary.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", programs().toString());
    builder.environment().put("HOME", temporary.toString());
    builder.environment().put("PYTHONPATH", temporary.resolve("packages").toString());
    Process process = builder.start();
    boolean ended = process.waitFor(10, TimeUnit.MINUTES);
    process.destroy();
    String printed = Files.readString(output);
    assertThat(ended).as(printed).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }

  /** A folder with scripts that run the programs that the launcher needs. */
  private static Path programs() throws IOException {
    Path folder = temporary.resolve("bin");
    if (Files.isDirectory(folder)) {
      return folder;
    }
    Files.createDirectory(folder);
    for (String name : PROGRAMS) {
      for (Path system : List.of(Path.of("/usr/bin"), Path.of("/bin"))) {
        Path program = system.resolve(name);
        if (Files.isExecutable(program) && Files.notExists(folder.resolve(name))) {
          Path script = Files.writeString(folder.resolve(name), SCRIPT.formatted(program));
          assertThat(script.toFile().setExecutable(true)).isTrue();
        }
      }
    }
    return folder;
  }
}

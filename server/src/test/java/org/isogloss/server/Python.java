// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs Python programs in {@code src/test/clients}. The system property {@code isogloss.python} is
 * the path of an interpreter with the packages of {@code requirements.txt} there; without the
 * property, tests are skipped.
 */
final class Python {
  static final Path CLIENTS = Path.of("src/test/clients").toAbsolutePath();

  private static final long MINUTES = 10;

  private Python() {}

  /**
   * Runs a program and checks that it succeeds.
   *
   * @param folder the working folder of the program, where the output is written
   * @return what the program printed
   */
  static String run(Path folder, List<String> arguments) throws IOException, InterruptedException {
    String interpreter = System.getProperty("isogloss.python");
    assumeTrue(interpreter != null, "isogloss.python is not set");
    List<String> command = new ArrayList<>(List.of(interpreter));
    command.addAll(arguments);
    return runCommand(folder, command);
  }

  /** Runs a command in a folder like {@link #run}. */
  static String runCommand(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("PYTHONPATH", CLIENTS.toString());
    builder.environment().put("PYTHONIOENCODING", "utf-8");
    Process process = builder.start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroy();
    assertThat(ended).as("%s ends within %d minutes", command, MINUTES).isTrue();
    String printed = Files.readString(output);
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.maven;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;

/**
 * Fetches artifacts with the user's Maven installation, so that the user's settings, mirrors,
 * proxies and local repository apply, and this program contains no server address.
 *
 * @param executable {@code mvn}, or {@code mvn.cmd} on Windows
 * @param offline whether to use only the local repository
 */
public record MavenCommand(Path executable, boolean offline) {
  private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";
  private static final int MAX_ERROR_LINES = 8;

  public MavenCommand {
    requireNonNull(executable, "executable is null");
  }

  /**
   * Finds Maven in {@code MAVEN_HOME} or on the {@code PATH}.
   *
   * @throws IsoglossException if it is not found
   */
  public static MavenCommand find(boolean offline) {
    return find(System.getenv(), offline)
        .orElseThrow(
            () ->
                new IsoglossException(
                    "Maven was not found: expected mvn on the PATH or in MAVEN_HOME/bin; install"
                        + " Maven 3.8 or newer"));
  }

  static Optional<MavenCommand> find(Map<String, String> environment, boolean offline) {
    Stream<String> home =
        Stream.ofNullable(environment.get("MAVEN_HOME")).map(folder -> folder + "/bin");
    Stream<String> path = Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator));
    List<String> names = File.separatorChar == '\\' ? List.of("mvn.cmd") : List.of("mvn");
    return Stream.concat(home, path)
        .filter(folder -> !folder.isBlank())
        .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(executable -> new MavenCommand(executable, offline));
  }

  /**
   * Copies an artifact into a folder; Maven downloads it first if it is not in the local
   * repository.
   *
   * @param coordinates {@code group:artifact:version}
   * @return the copy
   * @throws IsoglossException if Maven fails; the message contains Maven's error lines
   */
  public Path copy(String coordinates, Path folder) {
    List<String> command = new ArrayList<>(List.of(executable.toString(), "-B"));
    if (offline) {
      command.add("-o");
    }
    command.addAll(List.of(COPY, "-Dartifact=" + coordinates, "-DoutputDirectory=" + folder));
    try {
      // Run in a folder without a project, so that no surrounding project affects Maven.
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      String errors = errorsOf(process);
      if (process.waitFor() != 0) {
        throw new IsoglossException(
            "Maven could not get "
                + coordinates
                + (offline ? " from the local repository (offline)" : "")
                + ":\n"
                + errors);
      }
    } catch (IOException e) {
      throw new IsoglossException(executable + " cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IsoglossException("interrupted while Maven was fetching " + coordinates, e);
    }
    String[] parts = coordinates.split(":", -1);
    Path copy = folder.resolve(parts[1] + "-" + parts[2] + ".jar");
    if (!Files.isRegularFile(copy)) {
      throw new IsoglossException(
          "Maven reported success for " + coordinates + " but did not copy it");
    }
    return copy;
  }

  /** The first error lines; the last ones only explain how to call Maven for more output. */
  private static String errorsOf(Process process) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), Charset.defaultCharset()))) {
      return firstErrors(lines);
    }
  }

  /** Reads all lines, so that Maven never waits for its reader; keeps the first errors. */
  static String firstErrors(BufferedReader lines) throws IOException {
    List<String> errors = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("[ERROR]") && errors.size() < MAX_ERROR_LINES) {
        errors.add(line);
      }
    }
    return String.join("\n", errors);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.isogloss.modelio.ModelFolder;
import org.junit.jupiter.api.io.TempDir;

/** Runs commands in the process of the test and keeps their output. */
public abstract class CommandTest {
  @TempDir public Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Runs a command and returns its exit code. */
  public final int isogloss(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    return Isogloss.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        words);
  }

  /** Returns the standard output of all commands so far. */
  public final String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Returns the standard error of all commands so far. */
  public final String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Copies a shipped model into a new folder. */
  protected Path copyOfShipped(String name) throws IOException {
    Path copy = Files.createDirectory(folder.resolve("copy of " + name));
    try (ModelFolder shipped = ModelFolder.findShipped(name).orElseThrow();
        Stream<Path> files = Files.walk(shipped.path())) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = copy.resolve(shipped.path().relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
    return copy;
  }
}

package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where an example writes. */
final class WorkFolder {
  private WorkFolder() {}

  /** The folder that the arguments of a program name, or else a new one among temporary files. */
  static Path of(String[] args) throws IOException {
    return args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("isogloss-example");
  }
}

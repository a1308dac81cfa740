// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder to which an example writes. */
final class WorkFolder {
  private WorkFolder() {}

  /** Returns the folder given as argument, or a new temporary folder. */
  static Path of(String[] args) throws IOException {
    return args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("isogloss-example");
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.OutputFile;

/** Validates the output files of a command line before the work begins. */
public final class OutputFileValidator {
  private OutputFileValidator() {}

  /**
   * Checks that all files can be written and are distinct, also from those of earlier calls and
   * from the inputs of the command line. If one of them is standard output, everything else that
   * the command prints goes to standard error.
   *
   * @param files null for options that were not given
   * @throws IsoglossException if a file cannot be written, is an input, or is given twice
   */
  public static void prepare(Console console, Path... files) {
    List<Path> named = Stream.of(files).filter(Objects::nonNull).toList();
    for (Path file : named) {
      OutputFile.requireWritable(file);
      for (Path other : console.outputFiles()) {
        if (isSameFile(file, other)) {
          throw new IsoglossException(
              displayName(file) + " is given for two outputs, expected a different file for each");
        }
      }
      console.outputFiles().add(file);
    }
    for (Path file : named) {
      if (count(file, console.fileArguments()) > count(file, console.outputFiles())) {
        throw new IsoglossException(
            displayName(file)
                + " is given for an input, too, expected another file for the output");
      }
    }
    if (named.stream().anyMatch(OutputFile::isStandardOutput)) {
      console.keepOutputForData();
    }
  }

  /** Like {@link #prepare}, but creates missing parent folders. */
  public static void prepareWithFolders(Console console, Path... files) {
    Stream.of(files).filter(Objects::nonNull).forEach(OutputFile::createParentFolders);
    prepare(console, files);
  }

  /** Returns the name of an output file in messages. */
  public static String displayName(Path file) {
    return OutputFile.isStandardOutput(file) ? "standard output" : file.toString();
  }

  /** Returns how often a file is given; 0 for what is no file yet, or never becomes one. */
  private static long count(Path file, List<Path> files) {
    return OutputFile.isStandardOutput(file) || !Files.isRegularFile(file)
        ? 0
        : files.stream().filter(other -> isSameFile(file, other)).count();
  }

  private static boolean isSameFile(Path file, Path other) {
    if (OutputFile.isStandardOutput(file)) {
      return OutputFile.isStandardOutput(other);
    }
    try {
      if (Files.exists(file) && Files.exists(other)) {
        // Devices such as /dev/null accept any number of outputs.
        return Files.isRegularFile(file) && Files.isSameFile(file, other);
      }
      return file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    } catch (IOException e) {
      return false; // Opening them reports what is wrong.
    }
  }
}

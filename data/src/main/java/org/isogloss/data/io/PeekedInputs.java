// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.isogloss.data.FormatException;
import org.isogloss.data.InputPaths;

/**
 * Inputs that can be read only once: standard input, named pipes, process substitutions, devices.
 * The operating system keeps no copy of the bytes that were read. An input that was peeked to
 * detect its format is therefore kept here with these bytes until a reader opens it.
 */
final class PeekedInputs {
  private static final Map<Path, InputFileStream> PEEKED = new ConcurrentHashMap<>();

  /** Descriptors that were opened for reading; opened again, they would appear empty. */
  private static final Set<Path> OPENED = ConcurrentHashMap.newKeySet();

  private PeekedInputs() {}

  /** The canonical name of standard input, or the absolute path. */
  private static Path key(Path file) {
    return InputPaths.isStandardInput(file) ? InputPaths.STANDARD_INPUT : file.toAbsolutePath();
  }

  /** Removes and returns the peeked input of a path; null if there is none. */
  static InputFileStream take(Path file) {
    return PEEKED.remove(key(file));
  }

  /** Keeps an input that was peeked. */
  static void retain(InputFileStream input) {
    PEEKED.put(key(input.file()), input);
  }

  /**
   * Opens an input.
   *
   * @throws FormatException if the input is an open descriptor of this process that was opened
   *     before
   */
  static InputStream open(Path file) throws IOException {
    if (InputPaths.isDescriptor(file) && !OPENED.add(key(file))) {
      throw new FormatException(
          file, 0, "was read before and can be read only once: save it to a file and use the file");
    }
    return InputPaths.isStandardInput(file)
        ? new FileInputStream(FileDescriptor.in)
        : Files.newInputStream(file);
  }
}

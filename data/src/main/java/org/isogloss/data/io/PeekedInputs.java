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
 * Inputs whose bytes come only once: standard input, named pipes, process substitutions, devices.
 * The operating system keeps no copy of what was read of them. An input that was only looked at, to
 * detect its format, therefore waits here with the bytes looked at until it is opened to be read.
 */
final class PeekedInputs {
  private static final Map<Path, InputFileStream> PEEKED = new ConcurrentHashMap<>();

  /** Descriptors that were opened to be read: opening them again would find them empty. */
  private static final Set<Path> OPENED = ConcurrentHashMap.newKeySet();

  private PeekedInputs() {}

  /** The name of standard input in all its spellings, or the path itself. */
  private static Path key(Path file) {
    return InputPaths.isStandardInput(file) ? InputPaths.STANDARD_INPUT : file.toAbsolutePath();
  }

  /** The input that waits under this path, taken out; null if there is none. */
  static InputFileStream take(Path file) {
    return PEEKED.remove(key(file));
  }

  /** Keeps an input that was only looked at. */
  static void retain(InputFileStream input) {
    PEEKED.put(key(input.file()), input);
  }

  /**
   * Opens an input.
   *
   * @throws FormatException if it is an open file of this process that was opened before
   */
  static InputStream open(Path file) throws IOException {
    if (InputPaths.isDescriptor(file) && !OPENED.add(key(file))) {
      throw new FormatException(
          file, 0, "was read already and can be read only once: save it to a file and name that");
    }
    return InputPaths.isStandardInput(file)
        ? new FileInputStream(FileDescriptor.in)
        : Files.newInputStream(file);
  }
}

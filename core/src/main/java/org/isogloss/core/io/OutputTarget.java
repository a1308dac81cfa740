// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;

/** The target of the path of an output file, after its symbolic links are followed. */
sealed interface OutputTarget {
  /** A regular file, or a path that does not exist; replaced as a whole. */
  record RegularFile(Path path) implements OutputTarget {}

  /** A device, a FIFO or an open descriptor; written directly. */
  record SpecialFile(Path path, boolean openDescriptor) implements OutputTarget {}

  /** Standard output or standard error; written through the descriptor that is already open. */
  record StandardStream(FileDescriptor descriptor) implements OutputTarget {}

  /** Maximum number of links to follow; Linux has the same limit. */
  int MAX_LINKS = 40;

  /**
   * The folders of open descriptors after resolving links: of a process or thread on Linux, and on
   * macOS.
   */
  Pattern DESCRIPTOR = Pattern.compile("(?:/proc/(\\d+)(?:/task/\\d+)?|/dev)/fd/(\\d+)");

  /**
   * Follows the symbolic links of a path.
   *
   * @throws IsoglossException if it is a folder or standard input
   * @throws IOException if its links form a loop or a parent folder cannot be read
   */
  static OutputTarget of(Path file) throws IOException {
    if (file.toString().equals("-")) {
      return new StandardStream(FileDescriptor.out);
    }
    if (file.toString().isEmpty()) {
      throw new IsoglossException("the name of an output file is empty, expected a name or -");
    }
    Path path = file.toAbsolutePath();
    for (int links = 0; links <= MAX_LINKS; links++) {
      if (Files.isDirectory(path)) {
        throw new IsoglossException(file + ": is a folder, expected the name of a file to write");
      }
      Matcher descriptor = DESCRIPTOR.matcher(resolveFolder(path).toString());
      if (descriptor.matches()) {
        return descriptor(file, path, descriptor);
      }
      if (!Files.isSymbolicLink(path)) {
        return Files.exists(path) && !Files.isRegularFile(path)
            ? new SpecialFile(path, false)
            : new RegularFile(path);
      }
      path = path.resolveSibling(Files.readSymbolicLink(path));
    }
    throw new FileSystemLoopException(file.toString());
  }

  /** Resolves the symbolic links of the folder of a path, but not of its last element. */
  private static Path resolveFolder(Path path) throws IOException {
    Path folder = path.getParent();
    return Files.isDirectory(folder) ? folder.toRealPath().resolve(path.getFileName()) : path;
  }

  private static OutputTarget descriptor(Path file, Path path, Matcher found) throws IOException {
    String process = found.group(1);
    boolean sameProcess = process == null || Path.of("/proc/self").toRealPath().endsWith(process);
    return switch (sameProcess ? found.group(2) : "of another process") {
      case "0" ->
          throw new IsoglossException(file + ": is standard input, expected a file to write");
      case "1" -> new StandardStream(FileDescriptor.out);
      case "2" -> new StandardStream(FileDescriptor.err);
      default -> new SpecialFile(path, true);
    };
  }
}

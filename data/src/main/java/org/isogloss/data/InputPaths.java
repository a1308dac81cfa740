// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The kinds of input paths: a file, a pipe (a named pipe, a process substitution, {@code
 * /dev/stdin}), or {@code -} for standard input. The path {@code ./-} stands for a file named
 * {@code -}.
 */
public final class InputPaths {
  /** The path that represents standard input. */
  public static final Path STANDARD_INPUT = Path.of("-");

  private static final Set<Path> DESCRIPTOR_FOLDERS =
      Set.of(Path.of("/dev/fd"), Path.of("/proc/self/fd"));
  private static final Set<Path> STANDARD_INPUT_NAMES =
      Set.of(
          STANDARD_INPUT, Path.of("/dev/stdin"), Path.of("/dev/fd/0"), Path.of("/proc/self/fd/0"));

  private InputPaths() {}

  /**
   * Whether an input can be read only once, like standard input and pipes. Such an input has no
   * size, and no identity by which a later run could recognise it.
   */
  public static boolean isReadOnce(Path input) {
    return isDescriptor(input)
        || (Files.exists(input) && !Files.isRegularFile(input) && !Files.isDirectory(input));
  }

  /** Whether a path is one of the names of standard input. */
  public static boolean isStandardInput(Path input) {
    return STANDARD_INPUT_NAMES.contains(input);
  }

  /** Whether a path names an open descriptor of this process, which shares its read position. */
  public static boolean isDescriptor(Path input) {
    return isStandardInput(input)
        || (input.getParent() != null && DESCRIPTOR_FOLDERS.contains(input.getParent()));
  }

  /** The name of an input in messages: its path, or {@code standard input}. */
  public static String displayName(Path input) {
    return isStandardInput(input) ? "standard input" : input.toString();
  }
}

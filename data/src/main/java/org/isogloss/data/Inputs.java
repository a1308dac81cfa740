package org.isogloss.data;

import java.nio.file.Path;

/**
 * What may stand where a file to read is expected: a file, a pipe (a named one, a process
 * substitution, {@code /dev/stdin}), or {@code -} for standard input. A file named {@code -} is
 * {@code ./-}.
 */
public final class Inputs {
  private Inputs() {}

  /**
   * Whether an input can be read only once, as standard input and pipes. Such an input has no size
   * and no identity by which a later run could recognise it.
   */
  public static boolean isReadOnce(Path input) {
    return Pipes.is(input);
  }

  /** The name of an input in messages: its path, or {@code standard input}. */
  public static String name(Path input) {
    return Pipes.isStandardInput(input) ? "standard input" : input.toString();
  }
}

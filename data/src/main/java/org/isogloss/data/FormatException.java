// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/** An error in the content of a file. The message begins with {@code file:line:}. */
public final class FormatException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final long line;
  private final String problem;

  /**
   * Creates an exception for a problem at a position in a file.
   *
   * @param line line number from 1, or 0 for the file as a whole
   * @param problem what was found, what was expected, and how to correct it
   */
  public FormatException(Path file, long line, String problem) {
    super(InputPaths.displayName(file) + (line > 0 ? ":" + line : "") + ": " + problem);
    this.file = file;
    this.line = line;
    this.problem = problem;
  }

  public Path file() {
    return file;
  }

  /** The message without file and line. */
  public String problem() {
    return problem;
  }

  /** The line number from 1; 0 for the file as a whole. */
  public long line() {
    return line;
  }
}

package org.isogloss.data;

import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/** A file is not what it should be. The message begins with {@code file:line:}. */
public final class FormatException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final long line;
  private final String problem;

  /**
   * Says what is wrong and where.
   *
   * @param line from 1, or 0 where the file as a whole is meant
   * @param problem what was found, what was expected, and the mend
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

  /** The message without the place. */
  public String problem() {
    return problem;
  }

  /** The line, from 1; 0 where the file as a whole is meant. */
  public long line() {
    return line;
  }
}

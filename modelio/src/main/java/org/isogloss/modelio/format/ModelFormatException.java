package org.isogloss.modelio.format;

import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/** A file of a model is not what it should be. The message begins with the file. */
public final class ModelFormatException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong with a file.
   *
   * @param problem where in the file, what was found, what was expected, and the mend
   */
  public ModelFormatException(Path file, String problem) {
    super(file + ": " + problem);
  }

  /** The same, where another exception told us. */
  public ModelFormatException(Path file, String problem, Throwable cause) {
    super(file + ": " + problem, cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.format;

import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/** Reports an invalid file of a model. The message begins with the path of the file. */
public class ModelFormatException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  /**
   * Describes the problem with a file.
   *
   * @param problem the location in the file, what was found, what was expected, and how to fix it
   */
  public ModelFormatException(Path file, String problem) {
    super(file + ": " + problem);
  }

  /** Describes the problem with a file, with the exception that caused it. */
  public ModelFormatException(Path file, String problem, Throwable cause) {
    super(file + ": " + problem, cause);
  }

  /**
   * Describes a problem in more detail.
   *
   * @param message the whole message, which begins with the path of the file
   */
  protected ModelFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}

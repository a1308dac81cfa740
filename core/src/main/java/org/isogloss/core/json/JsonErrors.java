// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.json;

import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/** Creates the exceptions for problems with a JSON file of a certain kind. */
@FunctionalInterface
public interface JsonErrors {
  /**
   * Creates an exception whose message begins with the file.
   *
   * @param problem the position or key, what was found, and what was expected
   * @param cause the exception that reported the problem; null if there is none
   */
  IsoglossException create(Path file, String problem, Throwable cause);
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import org.isogloss.core.IsoglossException;

/** An option of a paper has an invalid value; the message begins with the name of the option. */
public final class PaperOptionException extends IsoglossException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an error about the value of an option.
   *
   * @param problem what was found and what was expected, after the name: "is x, expected y"
   */
  public PaperOptionException(String option, String problem) {
    super(option + (problem.startsWith(":") ? "" : " ") + problem);
  }
}

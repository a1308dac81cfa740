// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import org.isogloss.core.IsoglossException;

/** Thrown if a recipe is invalid. The message starts with the location: {@code file:line:}. */
public final class RecipeException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  RecipeException(String location, String problem) {
    super(location + ": " + problem);
  }

  RecipeException(String location, String problem, Throwable cause) {
    super(location + ": " + problem, cause);
  }
}

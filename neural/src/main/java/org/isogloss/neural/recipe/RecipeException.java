// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import org.isogloss.core.IsoglossException;

/** A recipe is invalid. The message starts with its position: {@code file:line:}. */
public final class RecipeException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  RecipeException(String place, String problem) {
    super(place + ": " + problem);
  }

  RecipeException(String place, String problem, Throwable cause) {
    super(place + ": " + problem, cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

/**
 * A model failed while it ran, for example because memory ran out. The input is not at fault:
 * models refuse texts that they cannot encode before they run.
 */
public final class InferenceException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  public InferenceException(String message, Throwable cause) {
    super(message, cause);
  }
}

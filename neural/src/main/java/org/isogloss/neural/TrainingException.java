// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural;

import org.isogloss.core.IsoglossException;

/** Thrown if training cannot continue; the message states the reason and what to change. */
public final class TrainingException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  public TrainingException(String message) {
    super(message);
  }
}

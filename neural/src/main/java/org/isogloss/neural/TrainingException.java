package org.isogloss.neural;

import org.isogloss.core.IsoglossException;

/** Training cannot go on; the message says why and what to change. */
public final class TrainingException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  public TrainingException(String message) {
    super(message);
  }
}

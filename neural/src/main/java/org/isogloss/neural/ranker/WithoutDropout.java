package org.isogloss.neural.ranker;

import org.isogloss.neural.Validation;
import org.isogloss.neural.transformer.Transformer;

/** Validates a transformer that is being trained: dropout is off meanwhile. */
record WithoutDropout(Transformer transformer, Validation validation) implements Validation {
  @Override
  public Outcome validate() {
    transformer.training(false);
    try {
      return validation.validate();
    } finally {
      transformer.training(true);
    }
  }
}

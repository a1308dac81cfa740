// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.validation;

import org.isogloss.neural.Validation;
import org.isogloss.neural.transformer.Transformer;

/** Validates a transformer during its training, with dropout disabled. */
public record EvaluationModeValidation(Transformer transformer, Validation validation)
    implements Validation {
  @Override
  public Outcome validate() {
    transformer.setTraining(false);
    try {
      return validation.validate();
    } finally {
      transformer.setTraining(true);
    }
  }
}

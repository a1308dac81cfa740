// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Reports a tokenizer of a kind that this library does not read, though other programs may: its
 * model, or a step of its normalisation or of its division into words.
 */
public final class UnsupportedTokenizerException extends ModelFormatException {
  private static final long serialVersionUID = 1L;

  UnsupportedTokenizerException(IsoglossException problem) {
    super(problem.getMessage(), problem);
  }
}

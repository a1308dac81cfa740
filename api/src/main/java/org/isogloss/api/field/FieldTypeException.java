// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.field;

import org.isogloss.core.IsoglossException;

/** A value does not have the type of its field in the index. */
public final class FieldTypeException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  private final String field;

  FieldTypeException(String field, String message) {
    super(message);
    this.field = field;
  }

  /** The name of the field. */
  public String field() {
    return field;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

/** Work was not finished at its {@link Deadline}. */
public final class DeadlineExceededException extends IsoglossException {
  private static final long serialVersionUID = 1;

  DeadlineExceededException() {
    super("the work was not finished in time; ask for less, or allow more time");
  }
}

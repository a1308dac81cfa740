// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import org.isogloss.core.IsoglossException;

/**
 * The program at the other end of a pipe has ended and reads no more, as {@code head} does after
 * its last line. This is often not an error: an application may exit without a message.
 */
public final class BrokenPipeException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  public BrokenPipeException(String message, Throwable cause) {
    super(message, cause);
  }
}

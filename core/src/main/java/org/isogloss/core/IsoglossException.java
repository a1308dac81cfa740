// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

/**
 * The root of all errors that the user of Isogloss can correct: a malformed file, an unknown name,
 * a model that does not match its index. The message states what was found, what was expected and
 * how to correct it, so that an application can print it unchanged. Programming errors are reported
 * as {@link IllegalArgumentException} and similar exceptions.
 */
public class IsoglossException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public IsoglossException(String message) {
    super(message);
  }

  public IsoglossException(String message, Throwable cause) {
    super(message, cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

/**
 * A record is malformed. Parsers, which do not know the position of the record, throw this
 * exception; the reader converts it to a {@link FormatException} with file and line, or skips and
 * counts the record.
 */
public class MalformedRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a description of the problem.
   *
   * @param message what was found, what was expected, and how to correct it, without file and line
   */
  public MalformedRecordException(String message) {
    super(message);
  }
}

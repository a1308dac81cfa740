package org.isogloss.data;

/**
 * A record cannot be read. Thrown by parsers, which know what is wrong but not where; the reader
 * adds file and line and makes a {@link FormatException} of it, or skips and counts the record.
 */
public final class MalformedRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong.
   *
   * @param message what was found, what was expected, and the mend, without the place
   */
  public MalformedRecordException(String message) {
    super(message);
  }
}

package org.isogloss.data;

/** How a reader handles a malformed record. */
public enum OnError {
  /** Stop with a {@link FormatException}. */
  FAIL,
  /** Skip the record and count it. */
  SKIP
}

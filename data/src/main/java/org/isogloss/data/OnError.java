// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

/** How a reader handles a malformed record. */
public enum OnError {
  /** Stop with a {@link FormatException}. */
  FAIL,
  /** Skip the record and count it. */
  SKIP
}

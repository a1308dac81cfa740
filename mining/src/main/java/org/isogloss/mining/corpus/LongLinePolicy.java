// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.corpus;

/** How mining handles a line that exceeds the maximum length of the model. */
public enum LongLinePolicy {
  /** Skip the line and count it, because its vector would represent only its beginning. */
  SKIP,
  /** Encode the beginning of the line. */
  CUT
}

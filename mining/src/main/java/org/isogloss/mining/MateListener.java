// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

/** Receives the progress of mate retrieval. Its method may be called from any thread. */
@FunctionalInterface
public interface MateListener {
  /** A listener that ignores the progress. */
  MateListener NONE = (pairs, total) -> {};

  /**
   * Reports how many pairs were scored.
   *
   * @param pairs number of pairs so far
   * @param total number of all pairs
   */
  void scored(long pairs, long total);
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

/** Receives the progress of {@link CollectionBuilder}. */
public interface ConstructionListener {
  /** A listener that ignores all events. */
  ConstructionListener NONE = new ConstructionListener() {};

  /**
   * More documents were indexed.
   *
   * @param documents number of documents so far
   * @param fraction estimated fraction of the input that has been read, from 0 to 1
   */
  default void indexing(long documents, double fraction) {}

  /**
   * A title was searched.
   *
   * @param titles number of titles so far
   * @param total number of titles
   */
  default void searching(long titles, long total) {}
}

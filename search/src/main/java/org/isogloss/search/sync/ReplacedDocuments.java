// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.sync;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The documents of earlier runs that are to be deleted when the part that replaces them is read,
 * unless another part has taken over their ids by then.
 */
public final class ReplacedDocuments {
  private final Map<String, Long> runs;
  private final Map<Long, Set<String>> ids = new HashMap<>();

  /**
   * @param runs the run of each document, by its id
   */
  public ReplacedDocuments(Map<String, Long> runs) {
    this.runs = runs;
    runs.forEach((id, run) -> ids.computeIfAbsent(run, none -> new HashSet<>()).add(id));
  }

  /** Notes that a document with this id is written again. */
  public void written(String id) {
    Long run = runs.remove(id);
    if (run != null) {
      ids.get(run).remove(id);
    }
  }

  /** Removes and returns the ids of the documents of a run. */
  public Set<String> take(long run) {
    Set<String> taken = ids.getOrDefault(run, Set.of());
    ids.remove(run);
    taken.forEach(runs::remove);
    return taken;
  }
}

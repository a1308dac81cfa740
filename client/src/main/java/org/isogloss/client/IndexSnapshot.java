// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.json.JsonObject;

/**
 * A copy of an index, from which it can be restored.
 *
 * @param name its name among the snapshots of the index
 * @param bytes size of its files, of which some may be shared with the index
 */
public record IndexSnapshot(String name, long bytes) {
  public IndexSnapshot {
    requireNonNull(name, "name is null");
  }

  static IndexSnapshot read(JsonObject json) {
    return new IndexSnapshot(json.string("name"), json.integer("bytes"));
  }
}

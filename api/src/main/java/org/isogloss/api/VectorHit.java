// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;

/**
 * A passage whose vector is near a given one.
 *
 * @param hit document id, passage number, and the cosine of the two vectors as score
 * @param passage the text of the passage, with its language, title and position in the document
 * @param metadata the other fields of the document
 */
public record VectorHit(Hit hit, Passage passage, Metadata metadata) {
  public VectorHit {
    requireNonNull(hit, "hit is null");
    requireNonNull(passage, "passage is null");
    requireNonNull(metadata, "metadata is null");
  }
}

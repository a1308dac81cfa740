// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import org.isogloss.api.VectorHit;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.json.JsonObject;

/** The passages that are near to a vector as JSON objects. */
public final class VectorHitJson {
  private VectorHitJson() {}

  /**
   * Reads a passage.
   *
   * @throws IsoglossException if the object is not one
   */
  public static VectorHit read(JsonObject json) {
    Passage passage = PassageJson.read(json);
    return new VectorHit(
        new Hit(passage.documentId(), passage.ordinal(), json.number("score")),
        passage,
        json.metadata("metadata"));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

/**
 * Vectors of texts.
 *
 * @param model the name of the model
 * @param dimension the length of every vector
 * @param tokens number of tokens that the model read
 * @param vectors {@code [texts, dimension]}, in the order of the texts; each has unit length,
 *     except that of a text without tokens, which is all zeros
 */
public record EncodeReply(String model, int dimension, long tokens, float[][] vectors) {
  public EncodeReply {
    requireNonNull(model, "model is null");
    requireNonNull(vectors, "vectors is null");
  }

  static EncodeReply read(JsonReply json) {
    int dimension = json.integer("dimension");
    return new EncodeReply(
        json.text("model"),
        dimension,
        json.longInteger("tokens"),
        json.vectors("vectors", dimension));
  }
}

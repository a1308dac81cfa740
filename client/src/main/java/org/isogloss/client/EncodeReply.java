// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.json.JsonObject;

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
  private static final int MAX_DIMENSION = Integer.MAX_VALUE / Float.BYTES;

  public EncodeReply {
    requireNonNull(model, "model is null");
    requireNonNull(vectors, "vectors is null");
  }

  static EncodeReply read(BinaryReply reply) {
    int dimension = (int) Math.min(reply.count("isogloss-dimension"), MAX_DIMENSION);
    return new EncodeReply(
        reply.text("isogloss-model"),
        dimension,
        reply.count("isogloss-tokens"),
        reply.vectors(dimension));
  }

  static EncodeReply read(JsonObject json) {
    int dimension = json.intAtLeast("dimension", 0);
    return new EncodeReply(
        json.string("model"),
        dimension,
        json.integer("tokens"),
        json.vectors("vectors", dimension));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.embedding.EmbeddingOptions;

/**
 * States whether an {@link IsoglossEmbeddingModel} encodes the texts of a request as queries or as
 * passages, which Spring AI's own options cannot express.
 *
 * @param role the role of all texts of the request
 */
public record IsoglossEmbeddingOptions(Role role) implements EmbeddingOptions {
  public IsoglossEmbeddingOptions {
    requireNonNull(role, "role is null");
  }

  /** Returns null, which stands for the model to which the request is sent. */
  @Override
  public @Nullable String getModel() {
    return null;
  }

  /** Returns null, which stands for the dimensions of the model. */
  @Override
  public @Nullable Integer getDimensions() {
    return null;
  }
}

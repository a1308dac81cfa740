// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.api.field.FieldType;

/**
 * What cannot be changed after an index was created, and the fields that it has from the beginning.
 *
 * @param model the source of a model as {@link ServedModels} opens it, {@code none} for no vectors,
 *     or with a dimension the name of a model that clients run
 * @param dimension the dimension of the vectors that clients send; empty if the server has the
 *     model
 * @param sparse the source of a model that computes weights of terms; empty for none
 * @param tokenVectors whether to store token vectors for the re-ranker that belongs to the model
 * @param fields types of fields by their names
 */
public record IndexSettings(
    String model,
    OptionalInt dimension,
    Optional<String> sparse,
    boolean tokenVectors,
    Map<String, FieldType> fields) {
  public IndexSettings {
    fields = Map.copyOf(fields);
  }

  /** Returns the settings with another model. */
  public IndexSettings withModel(String source) {
    return new IndexSettings(source, dimension, sparse, tokenVectors, fields);
  }

  /** Returns the settings with another model that computes weights of terms. */
  public IndexSettings withSparse(String source) {
    return new IndexSettings(model, dimension, Optional.of(source), tokenVectors, fields);
  }
}

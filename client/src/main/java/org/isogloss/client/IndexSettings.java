// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.api.field.FieldType;

/**
 * What a new index of a server stores.
 *
 * @param model a model that the server has or ships, or {@code none} for no vectors; with a
 *     dimension the name of a model that the program runs; empty for the default of the server
 * @param dimension the dimension of the vectors that the program sends; empty if the server has the
 *     model
 * @param sparse a model of the server that computes weights of terms; empty for none
 * @param tokenVectors whether to store token vectors for the re-ranker that belongs to the model
 * @param fields types of fields by their names; that of another field is the type of its first
 *     value
 */
public record IndexSettings(
    Optional<String> model,
    OptionalInt dimension,
    Optional<String> sparse,
    boolean tokenVectors,
    SortedMap<String, FieldType> fields) {
  /** The defaults of the server. */
  public static final IndexSettings DEFAULT =
      new IndexSettings(
          Optional.empty(), OptionalInt.empty(), Optional.empty(), true, new TreeMap<>());

  public IndexSettings {
    requireNonNull(model, "model is null");
    requireNonNull(dimension, "dimension is null");
    requireNonNull(sparse, "sparse is null");
    fields = new TreeMap<>(fields);
  }

  /** Returns the defaults with a model of the server. */
  public static IndexSettings ofModel(String model) {
    return new IndexSettings(
        Optional.of(model),
        DEFAULT.dimension,
        DEFAULT.sparse,
        DEFAULT.tokenVectors,
        DEFAULT.fields);
  }

  /** Returns the settings for vectors of a model that the program runs. */
  public static IndexSettings ofVectors(String model, int dimension) {
    return new IndexSettings(
        Optional.of(model),
        OptionalInt.of(dimension),
        DEFAULT.sparse,
        DEFAULT.tokenVectors,
        DEFAULT.fields);
  }

  /** Returns the settings with the type of a field. */
  public IndexSettings withField(String name, FieldType type) {
    SortedMap<String, FieldType> more = new TreeMap<>(fields);
    more.put(name, type);
    return new IndexSettings(model, dimension, sparse, tokenVectors, more);
  }

  /** Returns the settings with a model that computes weights of terms. */
  public IndexSettings withSparse(String name) {
    return new IndexSettings(model, dimension, Optional.of(name), tokenVectors, fields);
  }

  /** Returns the settings without token vectors. */
  public IndexSettings withoutTokenVectors() {
    return new IndexSettings(model, dimension, sparse, false, fields);
  }

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    model.ifPresent(name -> json.put("model", name));
    dimension.ifPresent(size -> json.put("dimension", size));
    sparse.ifPresent(name -> json.put("sparse", name));
    if (!tokenVectors) {
      json.put("token_vectors", false);
    }
    ObjectNode types = json.putObject("fields");
    fields.forEach((name, type) -> types.put(name, type.toString()));
    return json;
  }
}

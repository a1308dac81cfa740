// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.json.JsonObject;

/**
 * A model of a server that encodes texts.
 *
 * @param name the name by which clients refer to it
 * @param dimension the dimension of its vectors of texts; 0 if it computes weights of terms only
 * @param maxTokens number of tokens of a text that it reads
 * @param fingerprint identifies its weights
 */
public record ModelDescription(String name, int dimension, int maxTokens, String fingerprint) {
  public ModelDescription {
    requireNonNull(name, "name is null");
    requireNonNull(fingerprint, "fingerprint is null");
  }

  static ModelDescription read(JsonObject json) {
    return new ModelDescription(
        json.string("name"),
        json.intAtLeast("dimension", 0),
        json.intAtLeast("max_tokens", 1),
        json.string("fingerprint"));
  }
}

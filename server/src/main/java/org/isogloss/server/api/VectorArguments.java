// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import org.isogloss.core.Encoder;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.RequestException;

/** Reads vectors of clients. */
final class VectorArguments {
  private VectorArguments() {}

  /**
   * Reads a vector.
   *
   * @param key its name, for messages
   * @throws RequestException if it is no list of numbers of single precision, or has only zeros
   */
  static float[] read(String key, JsonNode list) {
    if (!list.isArray()) {
      throw Arguments.wrongType(key, list, "a list of numbers");
    }
    if (list.isEmpty()) {
      throw RequestException.invalid(key, key + " is an empty list, expected numbers");
    }
    float[] vector = new float[list.size()];
    for (int i = 0; i < vector.length; i++) {
      JsonNode number = list.get(i);
      if (!number.isNumber()) {
        throw Arguments.wrongType(key + "[" + i + "]", number, "a number");
      }
      vector[i] = number.floatValue();
      if (!Float.isFinite(vector[i])) {
        throw RequestException.invalid(
            key, key + "[" + i + "] is " + number + ", expected a number of single precision");
      }
    }
    if (!Encoder.isNonZero(vector)) {
      throw RequestException.invalid(
          key, key + " has only zeros, to which nothing is near: leave out such texts");
    }
    return vector;
  }
}

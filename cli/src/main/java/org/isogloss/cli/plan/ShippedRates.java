// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;

/** The rates of the shipped models, which {@code isogloss plan --measure} has measured. */
final class ShippedRates {
  private static final String RESOURCE = "rates.json";

  private ShippedRates() {}

  /**
   * Returns the rates of a model.
   *
   * @throws IsoglossException if there are none
   */
  static IndexRates of(String model) {
    List<String> names = new ArrayList<>();
    for (JsonNode rates : read()) {
      if (rates.required("model").asText().equals(model)) {
        return IndexRates.fromJson((ObjectNode) rates);
      }
      names.add(rates.required("model").asText());
    }
    throw new IsoglossException(
        "no rates of the model " + model + ", only of " + names + "; measure them");
  }

  private static JsonNode read() {
    try (InputStream resource = ShippedRates.class.getResourceAsStream(RESOURCE)) {
      return JsonFile.MAPPER.readTree(resource);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

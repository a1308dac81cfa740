// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import java.util.Optional;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.architecture.RelativePositions.Rotary;

/**
 * Reads the settings of rotary positions: {@code rope_parameters}, with an object for each type of
 * layers or without, as version 5 of Python's transformers writes them, or the older keys.
 *
 * @param dimensions number of dimensions that are rotated
 */
record RotarySettings(EncoderConfigFile file, int dimensions) {
  private static final String PARAMETERS = "rope_parameters";
  private static final String SCALING = "rope_scaling";
  private static final String BASE = "rope_theta";

  /**
   * Reads the settings for a type of layers.
   *
   * @param layerType the type; empty if all layers have the same settings
   * @param olderKey the older key of the base
   */
  Rotary read(String layerType, String olderKey, double defaultBase) {
    Optional<JsonObject> parameters =
        file.json()
            .findObject(PARAMETERS)
            .flatMap(all -> layerType.isEmpty() ? Optional.of(all) : all.findObject(layerType));
    parameters.ifPresent(RotarySettings::requireDefault);
    if (parameters.isEmpty()) {
      file.json().findObject(SCALING).ifPresent(RotarySettings::requireDefault);
    }
    double base =
        parameters
            .filter(settings -> settings.has(BASE))
            .map(settings -> settings.number(BASE))
            .orElseGet(() -> file.number(olderKey, defaultBase));
    return new Rotary(base, dimensions, 1);
  }

  private static void requireDefault(JsonObject settings) {
    String key = settings.has("rope_type") ? "rope_type" : "type";
    String type = settings.findString(key).orElse("default");
    if (!type.equals("default")) {
      throw settings.error(
          key, Excerpt.quote(type), "\"default\": other scaling of positions is not supported");
    }
    if (settings.has("partial_rotary_factor") && settings.number("partial_rotary_factor") != 1) {
      throw settings.error(
          "partial_rotary_factor", String.valueOf(settings.number("partial_rotary_factor")), "1");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import java.util.List;
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
  private static final String PART = "partial_rotary_factor";

  /**
   * Reads the settings for a type of layers.
   *
   * @param layerType the type; empty if all layers have the same settings
   * @param olderKey the older key of the base
   */
  Rotary read(String layerType, String olderKey, double defaultBase) {
    requireWhole(file.json());
    file.json().findObject(SCALING).ifPresent(RotarySettings::requireNoScaling);
    Optional<JsonObject> all = file.json().findObject(PARAMETERS);
    all.ifPresent(settings -> requireStructure(settings, !layerType.isEmpty()));
    Optional<JsonObject> parameters =
        layerType.isEmpty() ? all : all.flatMap(types -> types.findObject(layerType));
    parameters.ifPresent(RotarySettings::requireDefault);
    double base =
        parameters
            .filter(settings -> settings.has(BASE))
            .map(settings -> settings.number(BASE))
            .orElseGet(() -> file.number(olderKey, defaultBase));
    return new Rotary(base, dimensions, 1);
  }

  /** Settings at another level than the one that is read would be ignored. */
  private static void requireStructure(JsonObject parameters, boolean byLayerType) {
    List<String> types = List.of(LayerTypes.GLOBAL, LayerTypes.LOCAL);
    for (String key : parameters.keys()) {
      if (types.contains(key) != byLayerType) {
        throw parameters.error(
            key,
            "present",
            byLayerType
                ? "only the keys " + String.join(" and ", types)
                : "the settings of all layers, such as rope_theta");
      }
    }
  }

  /** In some versions of Python's transformers, the base may be here, too. */
  private static void requireNoScaling(JsonObject settings) {
    requireDefault(settings);
    if (settings.has(BASE)) {
      throw settings.error(BASE, "present", "it next to rope_scaling or in rope_parameters");
    }
  }

  private static void requireDefault(JsonObject settings) {
    String key = settings.has("rope_type") ? "rope_type" : "type";
    String type = settings.findString(key).orElse("default");
    if (!type.equals("default")) {
      throw settings.error(
          key, Excerpt.quote(type), "\"default\": other scaling of positions is not supported");
    }
    requireWhole(settings);
  }

  private static void requireWhole(JsonObject settings) {
    double part = settings.findNumber(PART).orElse(1);
    if (part != 1) {
      throw settings.error(PART, String.valueOf(part), "1: all dimensions of a head are rotated");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.isogloss.modelio.architecture.EncoderArchitecture;

/** Which layers attend only to neighbouring tokens, as {@code layer_types} states. */
final class LayerTypes {
  static final String GLOBAL = "full_attention";
  static final String LOCAL = "sliding_attention";

  static final String KEY = "layer_types";

  private LayerTypes() {}

  /**
   * Returns for each layer whether it is local.
   *
   * @param pattern which layers are local if the file does not state it
   * @throws IllegalArgumentException if the number of layers is out of range
   */
  static List<Boolean> read(EncoderConfigFile file, int layers, IntPredicate pattern) {
    EncoderArchitecture.requireLayers(layers);
    List<Boolean> local = new ArrayList<>();
    if (file.json().has(KEY)) {
      for (String type : file.json().strings(KEY)) {
        if (!type.equals(LOCAL) && !type.equals(GLOBAL)) {
          throw file.json().error(KEY, "\"" + type + "\"", GLOBAL + " or " + LOCAL);
        }
        local.add(type.equals(LOCAL));
      }
      if (local.size() != layers) {
        throw file.json().error(KEY, local.size() + " types", layers + ", one for each layer");
      }
      return local;
    }
    for (int layer = 0; layer < layers; layer++) {
      local.add(pattern.test(layer));
    }
    return local;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.util.stream.Stream;
import org.isogloss.core.Encoder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.papers.PaperOptions;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.Precision;

/**
 * An encoder that an experiment uses and does not train. It runs in single precision, or in eight
 * bits if its folder has no weights in single precision, as that of a shipped transformer.
 */
public final class FixedEncoder {
  private FixedEncoder() {}

  /**
   * Opens the encoder.
   *
   * @param model may be closed afterwards
   */
  public static Encoder open(ModelFolder model, PaperOptions options) {
    return Encoders.open(
        model, new InferenceOptions(options.threads(), precision(model), options.device()));
  }

  /** Returns a name of the encoder for tables, which says so if it runs in eight bits. */
  public static String label(String name, ModelFolder model) {
    return model.kind() == ModelFolder.Kind.TRANSFORMER && precision(model) == Precision.INT8
        ? name + PrecisionComparison.SUFFIX
        : name;
  }

  private static Precision precision(ModelFolder model) {
    boolean single =
        Stream.of(
                OnnxExport.FOLDER + "/" + Precision.FP32.fileName(),
                Safetensors.FILE,
                Safetensors.INDEX)
            .anyMatch(file -> model.findFile(file).isPresent());
    return single ? Precision.FP32 : Precision.INT8;
  }
}

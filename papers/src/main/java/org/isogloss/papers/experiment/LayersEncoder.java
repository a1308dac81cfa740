// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.head.TrainedTransformer;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerOptions;

/**
 * The first layers of a model as an encoder, without further training.
 *
 * @param layers number of layers to keep
 * @param pooling pooling of the encoder
 * @param maxLength maximum number of tokens of a text
 */
public record LayersEncoder(int layers, Pooling pooling, int maxLength) {
  public LayersEncoder {
    requireNonNull(pooling, "pooling is null");
  }

  /** Returns the encoder of a model by its name; writes it if it does not exist. */
  public Path writeIfMissing(ExperimentRunner runner, Path model, String name) {
    Path folder = runner.modelFolder(name);
    if (!Files.exists(folder)) {
      write(model, runner.options().seed(), folder, name);
    }
    return folder;
  }

  private void write(Path model, long seed, Path folder, String name) {
    TransformerOptions loading = TransformerOptions.builder().layers(layers).build();
    try (ModelFolder base = ModelFolder.open(model);
        Transformer transformer = Transformer.load(base, loading)) {
      EncodingSettings own = base.encoding();
      EncodingSettings settings =
          new EncodingSettings(own.queryPrefix(), own.passagePrefix(), maxLength, pooling);
      Provenance provenance = new Provenance("", seed, List.of());
      new TrainedTransformer(transformer, new PoolingHead(pooling), DataType.F32)
          .write(
              folder,
              base,
              new ModelManifest(base.manifest().name() + "-" + name, "", settings, provenance));
    }
  }
}

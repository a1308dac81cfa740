// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.io.FolderTree;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;

/**
 * A summary of a model folder.
 *
 * @param manifest name, licence, prefixes, provenance
 * @param dimension length of its vectors; of a BiCLA model, of the state of a word
 * @param vocabularySize number of tokens in its vocabulary; of a BiCLA model, of words in all
 *     languages
 * @param languages the languages of a BiCLA model; empty for other kinds, which do not state them
 * @param tensors its weight tensors in the order of the files; empty if the folder contains only
 *     graphs
 * @param parameters total number of elements of the tensors
 * @param sizeOnDisk total size of all files in the folder, in bytes
 */
public record ModelSummary(
    ModelFolder.Kind kind,
    ModelManifest manifest,
    int dimension,
    int vocabularySize,
    List<Language> languages,
    List<TensorInfo> tensors,
    long parameters,
    long sizeOnDisk) {
  public ModelSummary {
    languages = List.copyOf(languages);
    tensors = List.copyOf(tensors);
  }

  /** Summarises a model folder; reads the headers of the weight files but not the weights. */
  public static ModelSummary of(ModelFolder folder) {
    List<TensorInfo> tensors = tensors(folder);
    return new ModelSummary(
        folder.kind(),
        folder.manifest(),
        folder.dimension(),
        folder.vocabularySize(),
        folder.kind() == ModelFolder.Kind.BICLA ? BiclaFiles.languages(folder.path()) : List.of(),
        tensors,
        tensors.stream().mapToLong(TensorInfo::elementCount).sum(),
        FolderTree.size(folder.path()));
  }

  private static List<TensorInfo> tensors(ModelFolder folder) {
    if (!Safetensors.isIn(folder.path())
        && (folder.findOnnxGraph().isPresent() || folder.kind() == ModelFolder.Kind.GRAPH)) {
      return List.of();
    }
    try (Safetensors weights = folder.weights()) {
      return List.copyOf(weights.tensors().values());
    }
  }
}

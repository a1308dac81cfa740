// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.SentenceTransformersWriter;
import org.isogloss.modelio.multivector.MultiVectorFiles;
import org.isogloss.modelio.multivector.TokenVectorHead;
import org.isogloss.modelio.sparse.SparseFiles;
import org.isogloss.modelio.sparse.SparseHead;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.text.Tokenizer;

/** The files that describe a model, as opposed to its weights and its graph. */
public final class ModelDescription {
  private ModelDescription() {}

  /**
   * Copies the configuration and the tokenizer, and writes the manifest and the files of
   * sentence-transformers.
   *
   * @param to an existing folder
   */
  public static void copy(ModelFolder from, Path to, ModelManifest manifest) throws IOException {
    Files.copy(
        FolderPaths.resolve(from.path(), TransformerConfig.FILE),
        to.resolve(TransformerConfig.FILE));
    TokenizerFiles.copy(from.path(), to);
    TokenizerFiles.completeConfig(to, from.longestText());
    if (manifest.encoding().pooling() != Pooling.NONE) {
      SentenceTransformersWriter.write(
          to, from.hiddenSize(), manifest.encoding(), from.denseLayers());
    }
    copyHeads(from, to, manifest);
    manifest.write(to);
  }

  /** Copies what computes weights of terms and token vectors, if the model does. */
  static void copyHeads(ModelFolder from, Path to, ModelManifest manifest) throws IOException {
    copySparseHead(from, to, manifest);
    Optional<TokenVectorHead> head = from.tokenVectorHead();
    if (head.isPresent()) {
      copy(from, head.get(), to, manifest.encoding());
    }
  }

  private static void copy(
      ModelFolder from, TokenVectorHead head, Path to, EncodingSettings encoding)
      throws IOException {
    List<DenseLayer> layers = head.read(from.hiddenSize());
    if (head.standsAlone()) {
      Tokenizer tokenizer = from.tokenizer();
      MultiVectorFiles.writeModules(
          head.settings()
              .withSkipped(head.skippedIds(tokenizer).mapToObj(tokenizer::token).toList()),
          layers,
          to,
          encoding.queryPrefix(),
          encoding.passagePrefix(),
          encoding.maxLength());
    } else {
      MultiVectorFiles.writeLinear(layers.getFirst(), to);
    }
  }

  private static void copySparseHead(ModelFolder from, Path to, ModelManifest manifest)
      throws IOException {
    Optional<SparseHead> head = from.sparseHead();
    if (head.isPresent()) {
      SparseFiles.write(
          head.get(), to, from.path(), from.vocabularySize(), from.architecture().hiddenSize());
      if (head.get().kind().expands()) {
        SentenceTransformersWriter.writeSparse(to, manifest.encoding());
      }
    }
  }
}

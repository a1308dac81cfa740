// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.SparseEncoder;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.manifest.IndexManifest;

/**
 * The model of an index that computes weights of terms.
 *
 * @param name a model folder, or the name of a shipped model; the manifest of an index records it
 * @param encoder the model, which is closed with this object
 */
public record SparseModel(String name, SparseEncoder encoder) implements AutoCloseable {
  /**
   * Opens a model.
   *
   * @throws IsoglossException if there is no such model, it is damaged, it computes no weights of
   *     terms, or the device cannot be used
   */
  public static SparseModel open(String folderOrName, InferenceOptions options) {
    return new SparseModel(
        Models.absoluteName(folderOrName), Models.openSparse(folderOrName, options));
  }

  /**
   * Opens the model of an index.
   *
   * @param existing the manifest of the index, if there is one
   * @param requested the model that the user states, or {@link Models#NONE}
   * @return empty if the index stores no weights of terms; also if the model of the index no longer
   *     exists, with which only {@code sparse} searches
   * @throws IsoglossException like {@link #open}
   */
  public static Optional<SparseModel> find(
      Optional<IndexManifest> existing, Optional<String> requested, InferenceOptions options) {
    return requested
        .or(
            () ->
                existing
                    .flatMap(IndexManifest::sparse)
                    .map(IndexManifest.SparseModel::name)
                    .filter(Models::exists))
        .filter(name -> !name.equals(Models.NONE))
        .map(name -> open(name, options));
  }

  @Override
  public void close() {
    encoder.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * The settings that a caller requires of an index. An existing index must already have them; an
 * empty value accepts any setting.
 *
 * @param index name of the index, for messages
 * @param model the model of the vectors
 * @param passages how documents are split
 * @param vectors which vectors are stored
 * @param tokenVectors the scorer whose token vectors are stored
 * @param sparse the encoder whose weights of terms are stored
 * @param projectedLanguages codes of the query languages whose frequencies are projected
 */
record IndexRequirements(
    String index,
    Optional<IndexManifest.Model> model,
    Optional<PassageSplitter> passages,
    Optional<VectorOptions> vectors,
    Optional<TokenVectorScorer> tokenVectors,
    Optional<SparseEncoder> sparse,
    Optional<SortedSet<String>> projectedLanguages)
    implements Consumer<IndexManifest> {
  private static final String MISMATCH_HINT =
      "; omit these options, or index the collection again into another folder";

  /**
   * Compares the manifest of an existing index with the required settings.
   *
   * @throws IsoglossException if they differ
   */
  @Override
  public void accept(IndexManifest manifest) {
    model.ifPresent(required -> manifest.requireModel(index, required));
    if (passages.isPresent() && !passages.get().equals(manifest.passages())) {
      throw new IsoglossException(
          index
              + ": the index has passages of at most "
              + describe(manifest.passages())
              + ", found "
              + describe(passages.get())
              + MISMATCH_HINT);
    }
    if (vectors.isPresent() && !vectors.get().equals(manifest.vectors())) {
      throw new IsoglossException(
          index
              + ": the index is "
              + describe(manifest.vectors())
              + ", found "
              + describe(vectors.get())
              + MISMATCH_HINT);
    }
    if (tokenVectors.isPresent() && !manifest.storesVectorsOf(tokenVectors.get())) {
      throw new IsoglossException(
          index
              + ": the index has "
              + manifest
                  .tokenVectors()
                  .map(stored -> "token vectors of the model " + stored.name() + ", found others")
                  .orElse("no token vectors")
              + MISMATCH_HINT);
    }
    if (sparse.isPresent() && !manifest.storesWeightsOf(sparse.get())) {
      throw new IsoglossException(
          index
              + ": the index has "
              + manifest
                  .sparse()
                  .map(
                      stored -> "weights of terms by the model " + stored.name() + ", found others")
                  .orElse("no weights of terms")
              + MISMATCH_HINT);
    }
    if (projectedLanguages.isPresent()
        && !projectedLanguages.get().equals(manifest.projectedLanguages())) {
      throw new IsoglossException(
          index
              + ": the index projects to the languages "
              + manifest.projectedLanguages()
              + ", found "
              + projectedLanguages.get()
              + MISMATCH_HINT);
    }
  }

  static String describe(VectorOptions vectors) {
    return (vectors.calibrated() ? "calibrated" : "not calibrated")
        + (vectors.sentences() ? ", with" : ", without")
        + " vectors of sentences"
        + (vectors.quantization() == VectorQuantization.NONE
            ? ""
            : ", with " + vectors.quantization() + " vectors in its graphs")
        + (vectors.lateChunking() ? ", with late chunking" : "");
  }

  private static String describe(PassageSplitter passages) {
    return passages.maxWords() + " words with " + passages.overlap() + " sentences of overlap";
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.storage.IndexLocation;

/** Options for opening a {@link SearchIndex}. By default, it is open for lexical search only. */
public final class SearchIndexBuilder {
  private final IndexLocation location;
  private Optional<Encoder> encoder = Optional.empty();
  private Optional<TokenVectorScorer> tokenVectors = Optional.empty();
  private Optional<SparseEncoder> sparse = Optional.empty();
  private LanguageAnalyzers analyzers = LanguageAnalyzers.shipped();

  SearchIndexBuilder(IndexLocation location) {
    this.location = requireNonNull(location, "location is null");
  }

  /**
   * Opens the index for dense search, too.
   *
   * @param encoder the encoder with which the index was created; stays open when the index is
   *     closed
   */
  public SearchIndexBuilder encoder(Encoder encoder) {
    this.encoder = Optional.of(encoder);
    return this;
  }

  /**
   * Sets the scorer whose token vectors the index stores, which are then used to re-rank and to
   * explain. Token vectors of another scorer are ignored.
   *
   * @param scorer stays open when the index is closed
   */
  public SearchIndexBuilder tokenVectors(TokenVectorScorer scorer) {
    this.tokenVectors = Optional.of(scorer);
    return this;
  }

  /**
   * Opens the index for the retriever {@code sparse}, too.
   *
   * @param encoder the model whose weights of terms the index stores; stays open when the index is
   *     closed. Another one is ignored
   */
  public SearchIndexBuilder sparse(SparseEncoder encoder) {
    this.sparse = Optional.of(encoder);
    return this;
  }

  /** Sets the analyzers with which the index was created. The default are the shipped ones. */
  public SearchIndexBuilder analyzers(LanguageAnalyzers analyzers) {
    this.analyzers = requireNonNull(analyzers, "analyzers is null");
    return this;
  }

  /**
   * Opens the last commit of the index.
   *
   * @throws IsoglossException if there is no index at the location, it is damaged, or it was
   *     created with another encoder or other analyzers
   */
  public SearchIndex open() {
    IndexManifest manifest = location.manifest(analyzers);
    encoder.ifPresent(known -> manifest.requireModel(location.name(), known));
    return SearchIndex.open(location.open(analyzers), encoder, tokenVectors, sparse);
  }
}

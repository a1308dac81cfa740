// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.OpenIndex;
import org.isogloss.search.writer.IndexWriteSession;

/**
 * A collection of SolrCloud with an index. The collection is created with the index; its name may
 * also be an alias of one that exists.
 *
 * @param address the address of the collection
 */
public record SolrLocation(SolrAddress address) implements IndexLocation {
  @Override
  public String name() {
    return address.toString();
  }

  @Override
  public String shortName() {
    return address.collection();
  }

  @Override
  public Optional<Path> folder() {
    return Optional.empty();
  }

  @Override
  public Optional<IndexManifest> findManifest(LanguageAnalyzers analyzers) {
    try (SolrCollection collection = SolrCollection.connect(address)) {
      return collection.exists()
          ? CollectionState.find(collection)
              .map(found -> manifest(collection, found.state(), analyzers))
          : Optional.empty();
    }
  }

  static IndexManifest manifest(
      SolrCollection collection, CollectionState state, LanguageAnalyzers analyzers) {
    Path shown = Path.of(collection.address().collection());
    return IndexManifestJson.parse(shown, state.manifest(), analyzers);
  }

  @Override
  public IndexManifest manifest(LanguageAnalyzers analyzers) {
    return findManifest(analyzers).orElseThrow(() -> missing(address));
  }

  static IsoglossException missing(SolrAddress address) {
    return new IsoglossException(
        address
            + ": there is no index in this collection, or no such collection; create the index"
            + " first");
  }

  @Override
  public OpenIndex open(LanguageAnalyzers analyzers) {
    SolrCollection collection = SolrCollection.connect(address);
    try {
      if (!collection.exists()) {
        throw missing(address);
      }
      return SolrIndex.open(new SharedCollection(collection), analyzers);
    } catch (RuntimeException e) {
      collection.close();
      throw e;
    }
  }

  @Override
  public IndexWriteSession openForWriting(
      LanguageAnalyzers analyzers,
      IndexManifest newManifest,
      Consumer<IndexManifest> requirements) {
    VectorQuantization quantization = newManifest.vectors().quantization();
    if (quantization != VectorQuantization.NONE) {
      throw new IsoglossException(
          address
              + ": graphs in SolrCloud compare vectors in single precision, found "
              + quantization
              + " vectors; omit the quantization");
    }
    return SolrWriteSession.open(address, analyzers, newManifest, requirements);
  }

  @Override
  public void setProbability(IndexProbability probability) {
    change(state -> state.withProbability(probability.json()));
  }

  @Override
  public SearchRules rules() {
    try (SolrCollection collection = SolrCollection.connect(address)) {
      return state(collection).searchRules(address.collection());
    }
  }

  @Override
  public void setRules(SearchRules rules) {
    change(state -> state.withRules(rules.json()));
  }

  private void change(UnaryOperator<CollectionState> change) {
    try (SolrCollection collection = SolrCollection.connect(address);
        WriteLease lease = WriteLease.acquire(collection)) {
      lease.require();
      change.apply(state(collection)).write(collection, lease::require);
      collection.commit(lease::require);
    }
  }

  private CollectionState state(SolrCollection collection) {
    return CollectionState.find(collection).orElseThrow(() -> missing(address)).state();
  }

  /** Returns the size of one replica of each shard. */
  @Override
  public long sizeOnDisk() {
    try (SolrCollection collection = SolrCollection.connect(address)) {
      return collection.sizeOnDisk();
    }
  }

  /**
   * Whether both denote the same collection, regardless of the shards that a new one would have.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof SolrLocation that && name().equals(that.name());
  }

  @Override
  public int hashCode() {
    return name().hashCode();
  }
}

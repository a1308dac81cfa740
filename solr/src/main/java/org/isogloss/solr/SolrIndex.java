// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.filter.IndexedText;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.storage.OpenIndex;

/** The state of an index when it was opened or reopened. */
final class SolrIndex implements OpenIndex {
  private final SharedCollection shared;
  private final CollectionState.Versioned state;
  private final IndexManifest manifest;
  private final IndexTranslationTables tables;
  private final SearchRules rules;
  private final Optional<DocumentLinks> links;
  private final SolrSnapshot snapshot;
  private final AtomicBoolean closed = new AtomicBoolean();

  private SolrIndex(
      SharedCollection shared,
      CollectionState.Versioned state,
      IndexManifest manifest,
      IndexTranslationTables tables,
      Optional<DocumentLinks> links,
      LanguageAnalyzers analyzers) {
    this.shared = shared;
    this.state = state;
    this.manifest = manifest;
    this.tables = tables;
    this.links = links;
    this.rules = state.state().searchRules(shared.get().address().collection());
    this.snapshot =
        SolrSnapshot.open(
            shared.get(),
            state.state(),
            new IndexedText(analyzers.withRules(manifest.rules()), manifest.positions()));
  }

  /** Opens the current state; the connection is released when it is closed. */
  static SolrIndex open(SharedCollection shared, LanguageAnalyzers analyzers) {
    CollectionState.Versioned state = find(shared.get());
    return new SolrIndex(
        shared,
        state,
        SolrLocation.manifest(shared.get(), state.state(), analyzers),
        StoredTables.open(shared.get(), state.state().tables()),
        SolrLinkStorage.find(shared.get(), state.state()),
        analyzers);
  }

  private static CollectionState.Versioned find(SolrCollection collection) {
    return CollectionState.find(collection)
        .orElseThrow(() -> SolrLocation.missing(collection.address()));
  }

  @Override
  public IndexManifest manifest() {
    return manifest;
  }

  @Override
  public IndexTranslationTables tables() {
    return tables;
  }

  @Override
  public Optional<IndexProbability> probability() {
    return state
        .state()
        .probability()
        .map(json -> IndexProbability.parse(Path.of(shared.get().address().collection()), json));
  }

  @Override
  public SearchRules rules() {
    return rules;
  }

  @Override
  public Optional<DocumentLinks> links() {
    return links;
  }

  @Override
  public IndexSnapshot snapshot() {
    return snapshot;
  }

  @Override
  public Optional<OpenIndex> reopened() {
    CollectionState.Versioned current = find(shared.get());
    if (current.version() == state.version()) {
      return Optional.empty();
    }
    LanguageAnalyzers analyzers = snapshot.analyzers();
    boolean sameTables = current.state().tables().equals(state.state().tables());
    boolean sameLinks = current.state().links().equals(state.state().links());
    SharedCollection other = shared.share();
    try {
      return Optional.of(
          new SolrIndex(
              other,
              current,
              SolrLocation.manifest(other.get(), current.state(), analyzers),
              sameTables ? tables : StoredTables.open(other.get(), current.state().tables()),
              sameLinks ? links : SolrLinkStorage.find(other.get(), current.state()),
              analyzers));
    } catch (RuntimeException e) {
      other.release();
      throw e;
    }
  }

  @Override
  public boolean differsOnlyInLinks(OpenIndex other) {
    return other instanceof SolrIndex index && state.state().equalsExceptLinks(index.state.state());
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      shared.release();
    }
  }
}

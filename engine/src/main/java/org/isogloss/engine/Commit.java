// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Retriever;
import org.isogloss.core.util.LruCache;
import org.isogloss.search.PassageMatches;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.text.language.LanguageIdentifier;

/**
 * One commit of the index with a count of its users: the engine, until it switches to another
 * commit, and every search that runs on this commit. The last user that releases the commit closes
 * it.
 */
final class Commit {
  /** Maximum number of settings whose retrievers are cached. */
  private static final int MAX_RETRIEVERS = 64;

  /** Maximum number of lists of preferred languages for which an identifier is cached. */
  private static final int MAX_IDENTIFIERS = 64;

  private final SearchIndex index;
  private final PipelineComponents components;
  private int users = 1;

  /** Each retriever caches which passages meet its filter. */
  private final LruCache<Setting, Retriever> retrievers = new LruCache<>(MAX_RETRIEVERS);

  /** Identifiers of the languages of queries, by the languages that the user prefers. */
  private final LruCache<List<LanguageRange>, Optional<LanguageIdentifier>> identifiers =
      new LruCache<>(MAX_IDENTIFIERS);

  /** The part of a request that determines the retriever: everything except query and depth. */
  record Setting(
      Pipeline pipeline, Set<LanguageRange> languages, Optional<Filter> filter, ResultUnit unit) {
    /** The setting of a request, with a pipeline for requests that specify none. */
    static Setting of(SearchRequest request, Pipeline defaultPipeline) {
      return new Setting(
          request.pipeline().orElse(defaultPipeline),
          request.languages(),
          request.effectiveFilter(),
          request.unit());
    }

    Setting withPipeline(Pipeline other) {
      return new Setting(other, languages, filter, unit);
    }
  }

  Commit(SearchIndex index, PipelineComponents components) {
    this.index = index;
    this.components = components;
  }

  SearchIndex index() {
    return index;
  }

  Retriever retriever(Setting setting) {
    Optional<Retriever> cached = retrievers.find(setting);
    if (cached.isPresent()) {
      return cached.get();
    }
    Retriever passages =
        index.retriever(setting.pipeline(), setting.languages(), setting.filter(), components);
    Retriever retriever =
        switch (setting.unit()) {
          case DOCUMENT -> index.bestPassagePerDocument(passages);
          case PASSAGE -> passages;
        };
    retrievers.put(setting, retriever);
    return retriever;
  }

  /**
   * Identifies the languages of queries; empty if the index has no language and none is preferred.
   */
  Optional<LanguageIdentifier> languageIdentifier(List<LanguageRange> preferred) {
    Optional<Optional<LanguageIdentifier>> cached = identifiers.find(preferred);
    if (cached.isPresent()) {
      return cached.get();
    }
    Optional<LanguageIdentifier> identifier =
        QueryLanguage.identifier(index.passagesPerLanguage(), preferred);
    identifiers.put(preferred, identifier);
    return identifier;
  }

  /** Shows how queries match passages, with the translations that the retrievers search for. */
  PassageMatches matches() {
    return index.matches(components.translationModels());
  }

  /** Keeps the commit open until {@link #release}; returns false if it is already closed. */
  synchronized boolean acquire() {
    if (users == 0) {
      return false;
    }
    users++;
    return true;
  }

  /** Number of users; 0 after the commit was closed. */
  synchronized int users() {
    return users;
  }

  void release() {
    boolean closing;
    synchronized (this) {
      closing = --users == 0;
    }
    if (closing) {
      index.close();
    }
  }
}

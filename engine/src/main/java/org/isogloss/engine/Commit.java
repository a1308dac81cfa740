package org.isogloss.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Retriever;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.pipeline.PipelineComponents;

/**
 * One commit of the index, counted by who uses it: the engine, until it moves on to another commit,
 * and every search that is running on it. The last one that releases it closes it.
 */
final class Commit {
  /** Retrievers of so many different settings are kept. */
  private static final int KEPT = 64;

  private final SearchIndex index;
  private final PipelineComponents parts;
  private int users = 1;

  /** A retriever remembers which passages are in a script; the last ones used are kept. */
  private final Map<Setting, Retriever> retrievers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Setting, Retriever> eldest) {
          return size() > KEPT;
        }
      };

  /** How to search, apart from what for and how many. */
  record Setting(Pipeline pipeline, Set<LanguageRange> languages, ResultUnit unit) {}

  Commit(SearchIndex index, PipelineComponents parts) {
    this.index = index;
    this.parts = parts;
  }

  SearchIndex index() {
    return index;
  }

  Retriever retriever(Setting setting) {
    synchronized (retrievers) {
      Retriever known = retrievers.get(setting);
      if (known != null) {
        return known;
      }
    }
    // Not under the lock: it may open a re-ranker.
    Retriever passages = index.retriever(setting.pipeline(), setting.languages(), parts);
    Retriever made =
        switch (setting.unit()) {
          case DOCUMENT -> index.bestPassagePerDocument(passages);
          case PASSAGE -> passages;
        };
    synchronized (retrievers) {
      retrievers.put(setting, made);
    }
    return made;
  }

  /** Keeps it open until {@link #release}; false if it is closed already. */
  synchronized boolean acquire() {
    if (users == 0) {
      return false;
    }
    users++;
    return true;
  }

  void release() {
    boolean last;
    synchronized (this) {
      last = --users == 0;
    }
    if (last) {
      index.close();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.server.http.Grant;

/** The bitexts of a server, by name. They are added before clients use them. */
public final class ServedCorpora {
  private final Map<String, ServedCorpus> corpora = new LinkedHashMap<>();

  /** Adds a bitext. */
  public void add(ServedCorpus corpus) {
    corpora.put(corpus.name(), corpus);
  }

  /** Whether there is no bitext. */
  public boolean isEmpty() {
    return corpora.isEmpty();
  }

  /** The bitexts that a client may use. A grant names them as it names indexes. */
  public Collection<ServedCorpus> visibleTo(Grant grant) {
    return List.copyOf(visible(grant).values());
  }

  private Map<String, ServedCorpus> visible(Grant grant) {
    Map<String, ServedCorpus> visible = new LinkedHashMap<>(corpora);
    visible.keySet().removeIf(name -> !grant.includes(name));
    return visible;
  }

  /**
   * Returns a bitext.
   *
   * @param name its name; empty for the only one
   * @throws org.isogloss.server.http.RequestException if there is no such bitext, or the client may
   *     not use it
   */
  public ServedCorpus find(Grant grant, Optional<String> name) {
    name.ifPresent(given -> grant.require("corpus", given));
    return NamedValues.find("corpus", "a corpus", visible(grant), name);
  }
}

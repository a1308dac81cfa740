// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.isogloss.core.Language;

/**
 * Which version of a topic is read, and which of its parts become the query. A topic of HC4 and
 * NeuCLIR has a version for each language and source; a topic of TREC has one version.
 *
 * @param language the language of the version; also the language of topics that do not state
 *     theirs. If it is undetermined, the original version is read
 * @param source the beginning of the name of the source, ignoring case, such as {@code human} for
 *     {@code human translation}; empty for the original, or else the human translation
 * @param parts the parts that become the query, in the order title, description, narrative; empty
 *     for the title, or the description if there is no title
 */
public record TopicSelection(Language language, String source, Set<Topic.Part> parts) {
  public TopicSelection {
    requireNonNull(language, "language is null");
    requireNonNull(source, "source is null");
    parts = Set.copyOf(parts);
  }

  /** Selects the version in a language, or the original if the language is undetermined. */
  public static TopicSelection of(Language language) {
    return new TopicSelection(language, "", Set.of());
  }

  /** This selection with another source. */
  public TopicSelection withSource(String name) {
    return new TopicSelection(language, name, parts);
  }

  /** This selection with other parts. */
  public TopicSelection withParts(Topic.Part... selected) {
    return new TopicSelection(language, source, Set.of(selected));
  }

  /** Whether a source or parts are selected, which only topics have. */
  public boolean isForTopicsOnly() {
    return !source.isEmpty() || !parts.isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import org.isogloss.core.util.Excerpt;

/**
 * A version of a topic in one language.
 *
 * @param source how the version was made, such as {@code original} or {@code human translation};
 *     empty if the file does not state it
 */
public record TopicVersion(String source, Topic topic) {
  public TopicVersion {
    requireNonNull(source, "source is null");
    requireNonNull(topic, "topic is null");
  }

  /** Whether the name of the source begins with a prefix, ignoring case. */
  boolean isFrom(String beginning) {
    return source.toLowerCase(Locale.ROOT).startsWith(beginning.toLowerCase(Locale.ROOT));
  }

  /** The language and the source for messages. */
  @Override
  public String toString() {
    return topic.language() + (source.isEmpty() ? "" : " (" + Excerpt.unquoted(source) + ")");
  }
}

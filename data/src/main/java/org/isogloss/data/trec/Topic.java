// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.isogloss.core.Language;
import org.isogloss.core.Query;

/**
 * A search topic of an evaluation campaign.
 *
 * @param id the topic number, as in qrels and runs
 * @param title a few keywords
 * @param description a sentence; empty if there is none
 * @param narrative a definition of relevance for the topic; empty if there is none
 */
public record Topic(
    String id, Language language, String title, String description, String narrative) {
  /** A part of a topic, in the order of the usual abbreviations: T, TD, TDN. */
  public enum Part {
    TITLE,
    DESCRIPTION,
    NARRATIVE;

    /** The name in messages, such as {@code title}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Topic {
    requireNonNull(id, "id is null");
    requireNonNull(language, "language is null");
    requireNonNull(title, "title is null");
    requireNonNull(description, "description is null");
    requireNonNull(narrative, "narrative is null");
  }

  /** The text of a part; empty if there is none. */
  public String text(Part part) {
    return switch (part) {
      case TITLE -> title;
      case DESCRIPTION -> description;
      case NARRATIVE -> narrative;
    };
  }

  /** The title as a query, or the description if there is no title. */
  public Query toQuery() {
    return new Query(id, language, title.isEmpty() ? description : title);
  }

  /**
   * Some parts as a query, in their order and separated by spaces.
   *
   * @throws IllegalArgumentException if all these parts are empty
   */
  public Query toQuery(Set<Part> parts) {
    StringJoiner text = new StringJoiner(" ");
    for (Part part : new TreeSet<>(parts)) {
      if (!text(part).isEmpty()) {
        text.add(text(part));
      }
    }
    if (text.length() == 0) {
      throw new IllegalArgumentException("topic " + id + " has nothing in " + parts);
    }
    return new Query(id, language, text.toString());
  }
}

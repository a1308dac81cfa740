// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;

/**
 * A document or passage that a search found.
 *
 * @param rank its rank, from 1
 * @param score the score of the last stage of the pipeline; higher is better
 * @param probability that it answers the query, from 0 to 1; empty if not known
 * @param passage the passage, or the best passage of the document
 * @param page page of the document on which the passage begins, from 1; empty if not known
 * @param metadata the fields of the document
 * @param snippet a short part of the passage
 * @param highlights words of the query in the snippet
 * @param versions its translations, best first; empty unless versions are grouped
 */
public record SearchHit(
    int rank,
    double score,
    OptionalDouble probability,
    Passage passage,
    OptionalInt page,
    Metadata metadata,
    String snippet,
    List<Highlight> highlights,
    List<Version> versions) {
  /**
   * Where a word of the query is in a snippet, in UTF-16 units.
   *
   * @param start offset of its first character
   * @param end offset after its last character
   */
  public record Highlight(int start, int end) {
    public Highlight {
      if (start < 0 || end < start) {
        throw new IllegalArgumentException("a highlight spans [" + start + ", " + end + ")");
      }
    }
  }

  /**
   * A translation of a hit.
   *
   * @param id the id of its document
   * @param language its language
   * @param title the title of its document
   * @param passage number of the passage in its document, from 0
   */
  public record Version(String id, Language language, String title, int passage) {
    public Version {
      requireNonNull(id, "id is null");
      requireNonNull(language, "language is null");
      requireNonNull(title, "title is null");
    }

    private static Version read(JsonReply json) {
      return new Version(
          json.text("id"), json.language("language"), json.text("title"), json.integer("passage"));
    }
  }

  public SearchHit {
    requireNonNull(probability, "probability is null");
    requireNonNull(passage, "passage is null");
    requireNonNull(page, "page is null");
    requireNonNull(metadata, "metadata is null");
    requireNonNull(snippet, "snippet is null");
    highlights = List.copyOf(highlights);
    versions = List.copyOf(versions);
  }

  static SearchHit read(JsonReply json) {
    return new SearchHit(
        json.integer("rank"),
        json.number("score"),
        json.findNumber("probability"),
        json.passage(json),
        json.findInteger("page"),
        json.metadata("metadata"),
        json.text("snippet"),
        json.pairs("highlights", Highlight::new),
        json.listOrEmpty("versions", Version::read));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.json.IndexDescriptionJson;
import org.isogloss.core.json.JsonObject;

/**
 * What a server knows about an index.
 *
 * @param description its documents, languages, fields and models
 * @param aliases its other names
 * @param changesWaiting number of changes that wait for a commit
 * @param bytes its size on disk
 * @param dimension the dimension of its vectors; empty without vectors
 * @param fingerprint identifies the model of its vectors; empty without vectors
 * @param links the numbers of linked documents; empty if translations were not sought
 */
public record IndexStatistics(
    IndexDescription description,
    List<String> aliases,
    long changesWaiting,
    long bytes,
    OptionalInt dimension,
    Optional<String> fingerprint,
    Optional<Links> links) {
  /**
   * Documents that are translations or copies of each other.
   *
   * @param translatedTexts number of texts in several languages
   * @param documents number of documents of all texts that have several
   */
  public record Links(long translatedTexts, long documents) {}

  public IndexStatistics {
    requireNonNull(description, "description is null");
    aliases = List.copyOf(aliases);
    requireNonNull(dimension, "dimension is null");
    requireNonNull(fingerprint, "fingerprint is null");
    requireNonNull(links, "links is null");
  }

  static IndexStatistics read(JsonObject json) {
    return new IndexStatistics(
        IndexDescriptionJson.read(json),
        aliases(json),
        json.integer("changes_waiting"),
        json.integer("bytes"),
        json.findIntAtLeast("dimension", 1),
        json.findString("fingerprint"),
        json.has("translated_texts")
            ? Optional.of(
                new Links(json.integer("translated_texts"), json.integer("linked_documents")))
            : Optional.empty());
  }

  private static List<String> aliases(JsonObject json) {
    if (!json.has("aliases")) {
      throw json.error("aliases", "nothing", "a list of names");
    }
    return json.strings("aliases");
  }
}

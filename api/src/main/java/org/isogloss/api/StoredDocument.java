// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;

/**
 * A document as an index stores it.
 *
 * @param id its id
 * @param language its language; {@link Language#UNDETERMINED} if it is not known
 * @param title its title; empty if it has none
 * @param metadata its other fields
 * @param passages all of its passages in their order, which contain its text without the white
 *     space between them
 */
public record StoredDocument(
    String id, Language language, String title, Metadata metadata, List<Passage> passages) {
  public StoredDocument {
    requireNonNull(id, "id is null");
    requireNonNull(language, "language is null");
    requireNonNull(title, "title is null");
    requireNonNull(metadata, "metadata is null");
    passages = List.copyOf(passages);
  }
}

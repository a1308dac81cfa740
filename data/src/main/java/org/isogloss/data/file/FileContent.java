// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;

/**
 * What a file contains.
 *
 * @param title its title; empty if it has none
 * @param text its text; paragraphs are separated by blank lines
 * @param language the language that it states
 * @param metadata what else it states about itself, such as its author
 */
public record FileContent(
    String title, String text, Optional<Language> language, Metadata metadata) {
  public FileContent {
    requireNonNull(title, "title is null");
    requireNonNull(text, "text is null");
    requireNonNull(language, "language is null");
    requireNonNull(metadata, "metadata is null");
  }

  static FileContent of(String title, String text) {
    return new FileContent(title, text, Optional.empty(), Metadata.EMPTY);
  }
}

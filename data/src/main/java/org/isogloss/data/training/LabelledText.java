// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.training;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.core.Language;

/**
 * A text whose language is known.
 *
 * @param query a query for which the text is relevant
 */
public record LabelledText(Language language, String text, Optional<String> query) {
  public LabelledText {
    requireNonNull(language, "language is null");
    requireNonNull(text, "text is null");
    requireNonNull(query, "query is null");
  }
}

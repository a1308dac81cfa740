// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.PaperOptions;

/**
 * Settings of CLIR-BERT's experiments.
 *
 * @param common settings of every paper
 * @param languages English, the query language, and the language of the documents
 * @param embeddings folder or name of the encoder whose vectors of single words are the word
 *     embeddings of QRANN and Dot-Product
 * @param positives maximum number of positive training examples, from 1; empty for the number of
 *     the scale
 */
public record ClirOptions(
    PaperOptions common, LanguagePair languages, String embeddings, OptionalInt positives) {
  private static final Language ENGLISH = Language.of("en");

  public ClirOptions {
    requireNonNull(common, "common is null");
    requireNonNull(languages, "languages is null");
    requireNonNull(embeddings, "embeddings is null");
    requireNonNull(positives, "positives is null");
    if (positives.orElse(1) < 1) {
      throw new IsoglossException(
          "positives is "
              + positives.getAsInt()
              + ", expected 1 or more positive training examples");
    }
    if (!languages.source().equals(ENGLISH) || languages.target().equals(ENGLISH)) {
      throw new IsoglossException(
          "languages are "
              + languages
              + ", expected English and another one, such as en-de: queries are in English");
    }
  }

  /** Returns the sizes of training and evaluation. */
  ClirSizes sizes() {
    ClirSizes sizes = ClirSizes.of(common.scale());
    return positives.isPresent() ? sizes.withPositives(positives.getAsInt()) : sizes;
  }

  /** Returns the language of the documents. */
  Language documentLanguage() {
    return languages.target();
  }
}

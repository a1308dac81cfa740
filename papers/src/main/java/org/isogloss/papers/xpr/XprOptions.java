// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.PaperOptions;

/**
 * Settings of XPR's experiments.
 *
 * @param common settings of every paper
 * @param languages the mixed languages; English and Chinese in the paper
 * @param source source of relevance for training and test
 * @param encoder folder or name of a model that ranks alone and in a hybrid, and finds similar
 *     sentences
 */
public record XprOptions(
    PaperOptions common, LanguagePair languages, Source source, String encoder) {
  /** Source of relevance. */
  public enum Source {
    /** Headings of a documentation and the text below them. */
    HELP,
    /** InsuranceQA in English and Chinese, as in the paper. */
    INSURANCEQA
  }

  public XprOptions {
    requireNonNull(common, "common is null");
    requireNonNull(languages, "languages is null");
    requireNonNull(source, "source is null");
    requireNonNull(encoder, "encoder is null");
    if (languages.source().equals(languages.target())) {
      throw new IsoglossException(
          "both languages are " + languages.source() + ", expected two, such as en,zh");
    }
  }
}

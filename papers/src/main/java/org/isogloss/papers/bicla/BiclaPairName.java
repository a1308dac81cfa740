// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.util.Locale;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;

/**
 * The pairs of languages of the paper, in the order of its tables. The first language is that of
 * the queries.
 */
enum BiclaPairName {
  DE_EN,
  CS_EN,
  HU_EN,
  CS_DE,
  HU_DE,
  CS_HU;

  /** Returns the name in the paper, such as {@code DE-EN}. */
  String label() {
    return name().replace('_', '-');
  }

  /** Returns the name of files, such as {@code de-en}. */
  String key() {
    return label().toLowerCase(Locale.ROOT);
  }

  LanguagePair languages() {
    String[] codes = key().split("-", -1);
    return new LanguagePair(Language.of(codes[0]), Language.of(codes[1]));
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.papers.PaperTable;

/**
 * Figures of the paper (Wang et al. 2021, tables 1 and 3): nDCG@10 on the test set 1 of MULTI-8.
 */
final class AdversarialPublishedResults {
  private static final List<String> LANGUAGES = List.of("ar", "de", "es", "fr", "ja", "ru", "zh");
  private static final String TABLE_1 = "table 1, CLIRMatrix";
  private static final String TABLE_3 = "table 3, CLIRMatrix";

  private AdversarialPublishedResults() {}

  /** Table 1, as far as it concerns some languages. */
  static List<PaperTable.Row> ranking(List<Language> targets) {
    return List.of(
        row(
            AdversarialVariant.INTERACTION,
            TABLE_1,
            targets,
            .8067,
            .8055,
            .8124,
            .8052,
            .8406,
            .7949,
            .8444),
        row(
            AdversarialVariant.TRIPLET,
            TABLE_1,
            targets,
            .8299,
            .8123,
            .8272,
            .8147,
            .8481,
            .7995,
            .8463),
        row(
            AdversarialVariant.TRIPLET_SENTENCE,
            TABLE_1,
            targets,
            .8376,
            .8198,
            .8389,
            .8180,
            .8491,
            .8081,
            .8541),
        row(
            AdversarialVariant.TRIPLET_TERMS,
            TABLE_1,
            targets,
            .8429,
            .8242,
            .8375,
            .8256,
            .8587,
            .8087,
            .8535));
  }

  /** Table 3. */
  static List<PaperTable.Row> zeroShot(List<Language> targets) {
    return List.of(
        row(
            AdversarialVariant.MONOLINGUAL,
            TABLE_3,
            targets,
            .7421,
            .7765,
            .8097,
            .7881,
            .7216,
            .7353,
            .7583),
        row(
            AdversarialVariant.MONOLINGUAL_TERMS,
            TABLE_3,
            targets,
            .7570,
            .7808,
            .8067,
            .7982,
            .7274,
            .7450,
            .7855));
  }

  private static PaperTable.Row row(
      AdversarialVariant variant, String source, List<Language> targets, double... figures) {
    Map<String, Double> cells = new LinkedHashMap<>();
    for (Language target : targets) {
      int at = LANGUAGES.indexOf(target.tag());
      if (at >= 0) {
        cells.put(target.tag(), figures[at]);
      }
    }
    return PaperTable.Row.published(variant.label(), source, cells);
  }
}

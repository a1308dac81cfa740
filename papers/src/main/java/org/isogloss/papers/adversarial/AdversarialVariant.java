// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.neural.adversary.AdversaryOptions;

/** How a model is trained. */
enum AdversarialVariant {
  UNTRAINED("untrained", "not trained", Setting.CROSS_LINGUAL, Optional.empty()),
  INTERACTION("interaction", "interaction-based baseline", Setting.CROSS_LINGUAL, Optional.empty()),
  TRIPLET("triplet", "triplet", Setting.CROSS_LINGUAL, Optional.empty()),
  TRIPLET_SENTENCE(
      "triplet-sentence",
      "triplet + [CLS] adversary",
      Setting.CROSS_LINGUAL,
      Optional.of(AdversaryOptions.Vectors.SENTENCE)),
  TRIPLET_TERMS(
      "triplet-terms",
      "triplet + term adversary",
      Setting.CROSS_LINGUAL,
      Optional.of(AdversaryOptions.Vectors.SHARED_TERMS)),
  MONOLINGUAL("monolingual", "monolingual training", Setting.ZERO_SHOT, Optional.empty()),
  MONOLINGUAL_TERMS(
      "monolingual-terms",
      "monolingual training + term adversary",
      Setting.ZERO_SHOT,
      Optional.of(AdversaryOptions.Vectors.TERMS));

  /** What the ranking loss is trained on. */
  enum Setting {
    /** English queries and documents in the target language. */
    CROSS_LINGUAL,
    /** Queries and documents in the target language; English queries in the test only. */
    ZERO_SHOT
  }

  private final String key;
  private final String label;
  private final Setting setting;
  private final Optional<AdversaryOptions.Vectors> adversary;

  AdversarialVariant(
      String key, String label, Setting setting, Optional<AdversaryOptions.Vectors> adversary) {
    this.key = key;
    this.label = label;
    this.setting = setting;
    this.adversary = adversary;
  }

  /** Returns the beginning of the names of its files. */
  String key() {
    return key;
  }

  /** Returns the name of its rows. */
  String label() {
    return label;
  }

  Setting setting() {
    return setting;
  }

  /** Returns what the discriminator reads; empty without an adversary. */
  Optional<AdversaryOptions.Vectors> adversary() {
    return adversary;
  }

  boolean isTrained() {
    return this != UNTRAINED;
  }

  /** Returns the name of a training, of its model and its log. */
  String fileName(Language target) {
    return isTrained() ? key + "-" + target : key;
  }
}

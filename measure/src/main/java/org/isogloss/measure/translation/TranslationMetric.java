// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

/**
 * A measure of translations against references, with its options. Scores are from 0 to 100; those
 * of TER may be higher.
 */
public sealed interface TranslationMetric permits Bleu, Chrf, Ter {
  /** Returns the name with the options that are commonly part of it, such as {@code chrF2++}. */
  String name();

  /**
   * Returns the options as in a signature, such as {@code case:mixed|eff:no|tok:13a|smooth:exp}.
   */
  String options();
}

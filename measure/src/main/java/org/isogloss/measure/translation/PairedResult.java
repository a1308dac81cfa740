// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of a paired test for one system.
 *
 * @param score the score of the corpus
 * @param p the probability of a difference from the baseline that exceeds the observed one, if both
 *     systems were equally good; empty for the baseline
 * @param estimate an estimate of the score, if the test is by the bootstrap
 */
public record PairedResult(
    TranslationScore score, OptionalDouble p, Optional<BootstrapEstimate> estimate) {}

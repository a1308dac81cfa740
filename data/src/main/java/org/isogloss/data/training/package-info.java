// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Training examples of encoders and re-rankers as JSON lines, in the formats that recipes read.
 *
 * <p>{@link JudgedExamples} reads and writes queries with graded passages, {@link LabelledTexts}
 * texts in known languages, for an adversary. Begin with {@link JudgedExamples}.
 */
package org.isogloss.data.training;

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * A suite of test collections, on which each stage of a pipeline has to justify itself.
 *
 * <p>{@link Suite} reads {@link SuiteCollection}s and measures the stages of a pipeline on them; a
 * {@link SuiteResult} has the gain of each stage on each collection, and names the worst. {@link
 * SuiteProbabilities} estimates and measures probabilities, and the preference for a language.
 * Begin with {@link Suite}.
 */
package org.isogloss.benchmarks.suite;

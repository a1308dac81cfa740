// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Results of benchmarks.
 *
 * <p>{@link BenchmarkResult} holds the averages, the value of each pair of languages, the language
 * bias and the rank changes of one run; it is printed as text, JSON or an HTML report next to a
 * {@link PublishedResult} of the literature. {@link CoveredLanguages} lists the languages that the
 * covered average includes. Begin with {@link BenchmarkResult}.
 */
package org.isogloss.benchmarks.result;

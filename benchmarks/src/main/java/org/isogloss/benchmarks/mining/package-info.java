// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Evaluation of bitext mining, in the style of BUCC (Zweigenbaum, Sharoff and Rapp 2017).
 *
 * <p>A {@link MiningTestSet} hides known sentence pairs among other sentences; {@link
 * MiningBenchmark} mines it with an encoder and returns a {@link MiningBenchmarkResult} with
 * precision, recall and F1 at every threshold. {@link MiningBenchmarkOptions} selects languages,
 * the number of background sentences and the margin. Begin with {@link MiningBenchmark}.
 */
package org.isogloss.benchmarks.mining;

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Standard test sets, run on any model or retrieval pipeline.
 *
 * <p>Begin with {@link Benchmarks}, which finds a {@link Benchmark} by name; {@code Benchmark.run}
 * measures a retrieval system and returns a {@link BenchmarkResult}. The other classes are the
 * kinds of benchmark: {@code MateRetrievalBenchmark} (each sentence retrieves its translation),
 * {@code MultilingualPoolBenchmark} (the same documents in several languages), {@code
 * MixedLanguageBenchmark} (queries and documents randomly in one of two languages), {@code
 * RotatedLanguageBenchmark} (the language changes from question to question) and {@code
 * HeadingBenchmark} (headings of a documentation retrieve sections in another language).
 */
package org.isogloss.benchmarks;

import org.isogloss.benchmarks.result.BenchmarkResult;

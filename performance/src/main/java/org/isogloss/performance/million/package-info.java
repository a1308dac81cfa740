// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * A million passages: size, speed and recall of an index with vectors in single precision and
 * quantized, next to Lucene alone with the same passages. {@link
 * org.isogloss.performance.million.MillionBenchmark} is run by {@code performance/million}.
 */
package org.isogloss.performance.million;

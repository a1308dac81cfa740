// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Performance measurements.
 *
 * <p>The JMH benchmarks are {@link TokenizerBenchmark}, {@link UnigramBenchmark}, {@link
 * StaticEncoderBenchmark} and {@link EvaluationBenchmark}; the other classes have a main method and
 * are run by the scripts of the folder {@code performance}, next to other software ({@link
 * TransformerBenchmark}, {@link NeighbourSearchBenchmark}, {@link TokenizerAgreement}, {@code
 * TrainingStepBenchmark}), in variants ({@code Int8GraphBenchmark}) or at large scale ({@code
 * LargeIndexBenchmark}, {@code LargeMiningBenchmark}). The package {@code serve} is about the
 * server, {@code million} about indexes of a million passages. Begin with the README of that
 * folder.
 */
package org.isogloss.performance;

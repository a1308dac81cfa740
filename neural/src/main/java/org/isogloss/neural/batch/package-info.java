// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Batches of training examples.
 *
 * <p>{@link Batches} is an endless sequence with a position that a checkpoint stores, so that a
 * resumed training sees the same batches. {@link PairSampler} chooses the pairs of a batch,
 * balanced over language pairs according to {@link PairSamplingOptions}. {@link
 * LengthBucketedBatches} groups examples of similar length to minimise padding; {@link
 * PrefetchingBatches} prepares batches in a separate thread; {@link LengthSortedChunks} splits the
 * texts of one batch into chunks of similar length. Begin with {@link Batches}.
 */
package org.isogloss.neural.batch;

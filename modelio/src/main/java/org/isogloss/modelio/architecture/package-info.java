// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The architecture of a transformer encoder as data: what its layers compute, without its weights.
 *
 * <p>{@link EncoderArchitecture} describes a whole encoder; begin there. Encoders differ in where
 * and how they normalise ({@link Normalization}), how they know positions ({@link
 * AbsolutePositions}, {@link RelativePositions}), to which tokens a token attends ({@link
 * Attention}, {@link EncoderLayer#reach}), and in their feed-forward layers ({@link FeedForward}).
 */
package org.isogloss.modelio.architecture;

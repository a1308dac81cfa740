// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Bitext mining: finds pairs of translations among the lines of two files (Artetxe and Schwenk, ACL
 * 2019).
 *
 * <p>Start with {@link MiningSession}, which encodes both files, searches the nearest neighbours of
 * all lines and keeps its state in a folder, so that an interrupted run can be resumed. {@link
 * MiningOptions} selects the number of neighbours and a {@link NeighbourSearchMethod}; {@link
 * MiningListener} reports progress. {@link MateRetrieval} finds the best candidates of each
 * sentence by {@link PairwiseScores}: by {@link VectorScores} of vectors in memory, or by {@link
 * BiclaScores}. {@link HardNegatives} finds documents from which a ranking learns.
 */
package org.isogloss.mining;

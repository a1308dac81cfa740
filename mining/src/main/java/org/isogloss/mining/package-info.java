// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Bitext mining: finds pairs of translations among the lines of two files (Artetxe and Schwenk, ACL
 * 2019).
 *
 * <p>Start with {@link MiningSession}, which encodes both files, searches the nearest neighbours of
 * all lines and keeps its state in a folder, so that an interrupted run can be resumed. {@link
 * MiningOptions} selects the number of neighbours and a {@link NeighbourSearchMethod}; {@link
 * MiningListener} reports progress. {@link MateRetrieval} finds the nearest candidates of sentences
 * whose vectors are in memory.
 */
package org.isogloss.mining;

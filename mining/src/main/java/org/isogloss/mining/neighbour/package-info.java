// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Nearest-neighbour search between two sets of 8-bit vectors.
 *
 * <p>Start with {@link BidirectionalNeighbours}, which contains the nearest candidates of both
 * sides and selects pairs from them. Two searches produce it: {@link ExactNeighbourSearch} compares
 * all pairs, {@link IvfSearch} compares within the lists of an {@link IvfIndex} (k-means centroids
 * with inverted lists). Both use {@link BlockComparison}, which multiplies blocks of {@link
 * Int8Vectors} and keeps the best candidates of each side in {@link TopKLists}. {@link
 * NeighbourCheckpoint} is the file from which a search is resumed.
 */
package org.isogloss.mining.neighbour;

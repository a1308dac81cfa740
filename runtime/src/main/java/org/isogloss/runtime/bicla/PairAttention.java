// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

/**
 * The attention weights of a pair of sentences.
 *
 * @param firstToSecond alpha of equation 2: the weights of the words of the second sentence for
 *     each word of the first one, {@code [first words][second words]}; each row sums to 1
 * @param secondToFirst beta of equation 3, {@code [second words][first words]}
 * @param first gamma of equation 4: the weights of the words of the first sentence, -1 to 1; with a
 *     softmax, 0 to 1
 * @param second delta of equation 4, the same for the second sentence
 */
public record PairAttention(
    float[][] firstToSecond, float[][] secondToFirst, float[] first, float[] second) {}

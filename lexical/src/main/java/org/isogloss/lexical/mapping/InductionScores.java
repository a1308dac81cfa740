// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

/**
 * Effectiveness of word translation on a test dictionary.
 *
 * @param words number of source words over which the measures are averaged
 * @param meanAveragePrecision mean over the words of the average precision, 0 to 1
 * @param precisionAt1 share of the words of which a translation is the first candidate, 0 to 1
 * @param precisionAt5 share of the words of which a translation is among the first 5 candidates
 * @param precisionAt10 share of the words of which a translation is among the first 10 candidates
 */
public record InductionScores(
    int words,
    double meanAveragePrecision,
    double precisionAt1,
    double precisionAt5,
    double precisionAt10) {}

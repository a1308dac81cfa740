// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.lateinteraction;

/**
 * A query with candidate passages, which the teacher has scored.
 *
 * @param query index of the query
 * @param positives number of relevant passages, one or more, which are the first candidates: the
 *     best one of each relevant document
 * @param candidates indices of passages
 * @param scores the teacher's score of each candidate
 */
record RankedCandidates(int query, int positives, int[] candidates, float[] scores) {}

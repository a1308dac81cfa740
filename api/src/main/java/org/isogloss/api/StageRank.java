// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Rank and score of a result in one stage of the pipeline, as if the pipeline ended there.
 *
 * @param stage what the stage does, such as {@code dense} or {@code rerank(first=100)}
 * @param rank rank from 1 in the ranking of this stage; empty if it is not among the first hits
 * @param score score in this stage; empty like the rank
 */
public record StageRank(String stage, OptionalInt rank, OptionalDouble score) {
  public StageRank {
    requireNonNull(stage, "stage is null");
    requireNonNull(rank, "rank is null");
    requireNonNull(score, "score is null");
  }
}

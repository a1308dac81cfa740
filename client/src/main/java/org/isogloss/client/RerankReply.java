// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.json.JsonObject;

/**
 * Passages in the order of a re-ranker.
 *
 * @param reranker the name of the re-ranker
 * @param results the passages, best first
 */
public record RerankReply(String reranker, List<Result> results) {
  /**
   * A passage.
   *
   * @param index its position in the request, from 0
   * @param score the score of the re-ranker; higher is better
   * @param probability that the passage answers the query, from 0 to 1
   */
  public record Result(int index, double score, double probability) {
    private static Result read(JsonObject json) {
      return new Result(
          json.intAtLeast("index", 0), json.number("score"), json.number("probability"));
    }
  }

  public RerankReply {
    requireNonNull(reranker, "reranker is null");
    results = List.copyOf(results);
  }

  static RerankReply read(JsonObject json) {
    return new RerankReply(
        json.string("reranker"),
        json.requiredObjects("results").stream().map(Result::read).toList());
  }
}

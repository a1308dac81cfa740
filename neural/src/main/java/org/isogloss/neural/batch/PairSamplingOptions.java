// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.corpus.MonolingualTextReader;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Options for the composition of a batch.
 *
 * @param pairs pairs per batch
 * @param groups number of groups (a language pair of one kind of data) that share a batch evenly
 * @param balance exponent of the size of a group in its sampling weight: with 1, probabilities are
 *     proportional to the sizes; with 0, they are equal
 * @param shares relative frequency of each kind of data; the default of a kind is 1
 * @param tokenDropout share of tokens that are dropped from a sentence; at least one remains
 */
public record PairSamplingOptions(
    @Default("1024") int pairs,
    @Default("4") int groups,
    @Default("0.5") double balance,
    Map<String, Double> shares,
    @Default("0") double tokenDropout) {
  public PairSamplingOptions {
    shares = Map.copyOf(shares);
    List<String> kinds = new ArrayList<>(ParallelTextReader.KINDS);
    kinds.add(MonolingualTextReader.MONOLINGUAL);
    RecipeChecks.requireKnownKeys("shares", shares.keySet(), kinds);
    RecipeChecks.requireAtLeast("pairs", pairs, 2);
    RecipeChecks.requireAtLeast("groups", groups, 1);
    RecipeChecks.requireAtLeast("pairs", pairs, groups);
    RecipeChecks.requireInRange("balance", balance, 0, 1);
    shares.forEach(
        (kind, share) -> RecipeChecks.requireInRange("shares of " + kind, share, 0, 1e9));
    RecipeChecks.requireInRange("token-dropout", tokenDropout, 0, 0.95);
  }
}

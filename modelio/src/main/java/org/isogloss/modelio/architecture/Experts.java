// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

/**
 * The experts of a feed-forward part (Shazeer et al., <i>Outrageously Large Neural Networks</i>,
 * 2017). A router gives each expert a probability for each token; the outputs of the most probable
 * experts are added, each multiplied by its probability, which is not divided by their sum.
 *
 * @param count number of experts
 * @param active number of experts that compute for a token
 */
public record Experts(int count, int active) {
  private static final int MAX_COUNT = 1 << 8;

  public Experts {
    Sizes.require("num_experts", count, MAX_COUNT);
    Sizes.require("moe_top_k", active, count);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An ensemble by interpolated ranks.
 *
 * @param systems names of the systems
 * @param weights their weights
 */
record BiclaEnsemble(List<String> systems, List<Double> weights) {
  static final String BICLA = BiclaVariant.BICLA.label();
  static final String AGG = "AGG";
  static final String TBT = "TbT";

  /** The ensembles of table 3. */
  static final List<BiclaEnsemble> PAPER =
      List.of(
          of(List.of(BICLA, AGG), .5, .5),
          of(List.of(BICLA, AGG), .7, .3),
          of(List.of(BICLA, AGG), .9, .1),
          of(List.of(BICLA, TBT), .5, .5),
          of(List.of(BICLA, TBT), .7, .3),
          of(List.of(BICLA, TBT), .9, .1),
          of(List.of(BICLA, AGG, TBT), .3, .3, .3),
          of(List.of(BICLA, AGG, TBT), .6, .2, .2),
          of(List.of(BICLA, AGG, TBT), .8, .1, .1));

  /** The ensemble of table 5. */
  static final BiclaEnsemble TRANSFER = PAPER.getFirst();

  BiclaEnsemble {
    systems = List.copyOf(systems);
    weights = List.copyOf(weights);
  }

  static BiclaEnsemble of(List<String> systems, double... weights) {
    return new BiclaEnsemble(
        systems, IntStream.range(0, weights.length).mapToObj(i -> weights[i]).toList());
  }

  /** Returns the ensembles of an encoder with BiCLA. */
  static List<BiclaEnsemble> withEncoder(String encoder) {
    List<BiclaEnsemble> all = new ArrayList<>();
    all.add(of(List.of(encoder, BICLA), .5, .5));
    all.add(of(List.of(encoder, BICLA), .9, .1));
    return all;
  }

  /** Returns the name of the row, such as {@code BiCLA + AGG .5; .5}. */
  String label() {
    return String.join(" + ", systems)
        + " "
        + weights.stream()
            .map(weight -> String.format(Locale.ROOT, "%.1f", weight).substring(1))
            .collect(Collectors.joining("; "));
  }

  /** Interpolates the ranks of the systems. */
  MateRanking interpolate(Map<String, MateRanking> rankings) {
    return MateRanking.interpolate(
        IntStream.range(0, systems.size())
            .mapToObj(i -> new MateRanking.Weighted(rankings.get(systems.get(i)), weights.get(i)))
            .toList());
  }
}
